import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNextInstalled, startNext } from './next.ts';

/** A reference receiver: how it is started in the folder of its language, listening on the port. */
export type ReferenceReceiver = {
  name: string;
  /** Where it takes deliveries; / when left out. */
  path?: string;
  start(port: number): string[];
  /** Why it cannot be started on this machine; null when it can. */
  missing: string | null;
  /** It wants to be told how long a body is. */
  needs_length?: true;
  /**
   * The program that judges the vectors with this receiver's `verify`. Node's receivers use the
   * package, which has its own tests.
   */
  vectors?: string[];
};

export type Language = {
  folder: string;
  /** What Debian calls the packages that bring it. */
  packages: string[];
  /** Commands to run once before the receivers. */
  build: string[][];
  receivers: ReferenceReceiver[];
};

/** For what the compilers make; the folder of a test run goes with the run. */
const built = mkdtempSync(join(process.env.RAPPORT_TEST_FOLDER ?? tmpdir(), 'receivers-'));
const node = process.execPath;

export const LANGUAGES: Language[] = [
  {
    folder: 'node',
    packages: [],
    build: isNextInstalled() ? [[node, '../testing/next.ts']] : [],
    receivers: [
      ...['http', 'express', 'fastify', 'hono'].map((name) => ({
        name: `node/${name}.mjs`,
        start: () => [node, `${name}.mjs`],
        missing: null,
      })),
      {
        name: 'node/next/app/hook/route.js',
        path: '/hook',
        // Without Next.js, as it calls a route.
        start: isNextInstalled()
          ? startNext
          : () => [node, '../testing/serve-route.ts', '../node/next/app/hook/route.js'],
        missing: null,
      },
      {
        name: 'node/next/pages/api/hook.js',
        path: '/api/hook',
        start: startNext,
        missing: isNextInstalled() ? null : 'Next.js',
      },
    ],
  },
  {
    folder: 'python',
    packages: ['python3', 'python3-flask', 'python3-fastapi', 'python3-uvicorn'],
    build: [],
    receivers: [
      { ...python('stdlib_receiver', [], () => ['stdlib_receiver.py']), needs_length: true },
      python('flask_receiver', ['flask'], (port) => [
        '-m',
        'flask',
        '--app',
        'flask_receiver',
        'run',
        '--port',
        `${port}`,
      ]),
      python('fastapi_receiver', ['fastapi', 'uvicorn'], (port) => [
        '-m',
        'uvicorn',
        'fastapi_receiver:app',
        '--port',
        `${port}`,
      ]),
    ],
  },
  {
    folder: 'php',
    packages: ['php-cli'],
    build: [],
    receivers: [
      {
        name: 'php/receiver.php',
        start: (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
        missing: lacking(['php', '--version']),
        vectors: ['php', 'vectors.php'],
      },
    ],
  },
  {
    folder: 'ruby',
    packages: ['ruby', 'puma'],
    build: [],
    receivers: [
      {
        name: 'ruby/receiver.rb',
        start: () => ['ruby', 'receiver.rb'],
        missing: lacking(['ruby', '-e', 'require "puma"']),
        vectors: ['ruby', 'vectors.rb'],
      },
    ],
  },
  {
    folder: 'go',
    packages: ['golang-go'],
    build: [
      ['go', 'build', '-o', join(built, 'receiver'), 'receiver.go'],
      ['go', 'test', '-c', '-o', join(built, 'vectors'), '.'],
    ],
    receivers: [
      {
        name: 'go/receiver.go',
        start: () => [join(built, 'receiver')],
        missing: lacking(['go', 'version']),
        vectors: [join(built, 'vectors')],
      },
    ],
  },
  {
    folder: 'java',
    packages: ['default-jdk-headless'],
    build: [['javac', '-d', built, 'Receiver.java', 'Replay.java', 'Vectors.java']],
    receivers: [
      {
        name: 'java/Receiver.java',
        start: () => ['java', '-cp', built, 'Receiver'],
        missing: lacking(['javac', '--version']),
        vectors: ['java', '-cp', built, 'Vectors'],
      },
    ],
  },
  {
    folder: 'shell',
    packages: ['bash', 'openssl', 'socat'],
    build: [],
    receivers: [
      {
        name: 'shell/receiver.sh',
        start: (port) => [
          'socat',
          '-d',
          '-d',
          `TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork`,
          'EXEC:./receiver.sh',
        ],
        needs_length: true,
        missing: lacking(['socat', '-V']) ?? lacking(['openssl', 'version']),
        vectors: ['./vectors.sh'],
      },
    ],
  },
];

/** With the first Python that has the modules: on many machines there are several. */
function python(name: string, modules: string[], args: (port: number) => string[]): ReferenceReceiver {
  const check = (command: string) => [
    command,
    '-c',
    ['sys', ...modules].map((module) => `import ${module}`).join('\n'),
  ];
  const found = ['python3', '/usr/bin/python3'].find((command) => lacking(check(command)) === null);
  return {
    name: `python/${name}.py`,
    start: (port) => [found ?? 'python3', ...args(port)],
    missing: found === undefined ? ['python3', ...modules].join(', ') : null,
    vectors: [found ?? 'python3', 'vectors.py', name],
  };
}

/** Null when the command succeeds, otherwise its name. */
function lacking([command, ...args]: string[]): string | null {
  return spawnSync(command!, args, { stdio: 'ignore' }).status === 0 ? null : command!;
}
