import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNextInstalled, startNext } from './next.ts';

/** A reference receiver, with the command that starts it in the folder of its language. */
export type ReferenceReceiver = {
  name: string;
  /** The path for deliveries; / when left out. */
  path?: string;
  start(port: number): string[];
  /** The reason why it cannot be started on this machine; null when it can. */
  missing: string | null;
  /** The receiver requires a content length. */
  needs_length?: true;
  /**
   * The program that verifies the vectors with this receiver's `verify`. Node's receivers use the
   * package, which has its own tests.
   */
  vectors?: string[];
};

export type Language = {
  folder: string;
  /** The Debian packages of the language. */
  packages: string[];
  /** Commands to run once before the receivers are started. */
  build: string[][];
  receivers: ReferenceReceiver[];
};

/** The folder for compiled receivers, inside the temporary folder of the test run. */
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
        // Without Next.js, a small server calls the route in the same way.
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

/** Uses the first Python that has the modules, because many machines have several. */
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

/** Returns null when the command succeeds, otherwise its name. */
function lacking([command, ...args]: string[]): string | null {
  return spawnSync(command!, args, { stdio: 'ignore' }).status === 0 ? null : command!;
}
