import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ATTEMPT_ERROR_KINDS, NOT_SENT_REASONS } from '@rapport/contract/webhook-deliveries';
import { sign } from '@rapport/webhooks/sign';
import { fakeEvent, signedRequest, TEST_SECRET } from '@rapport/webhooks/testing';
import { writeSnippets } from '../scripts/testing/snippets.ts';
import { createTestFolder } from '../server/src/platform/database/testing/test-database.ts';
import { freePort } from '../server/src/testing/free-port.ts';
import { type Running, startService } from './demo/processes.ts';
import { blocksOf, runUntilSaid } from './testing/shell-script.ts';

const root = join(import.meta.dirname, '..');
const guides = join(root, 'docs/guides');
const PERSON = join(import.meta.dirname, 'testing/person.ts');
const read = (name: string) => readFileSync(join(guides, name), 'utf8');

/** A second subscription, so that a guide's command fails if it picks the wrong one. */
const ANOTHER_SUBSCRIPTION = `npx rapport api POST /api/v2/webhook-subscriptions --data '{"url":"http://localhost:9/another","events":["login.*"]}'`;

type Walk = {
  guide: string;
  before: string[];
  after?: string[];
  prints: (string | RegExp)[];
  /** The beginning of the block from which on the commands are for another installation. */
  elsewhere?: string;
};

/**
 * The walks, in their order on one service: the steps before each guide, and the output of its
 * shell commands.
 */
const WALKS: Walk[] = [
  {
    guide: 'receive-your-first-webhook.md',
    before: [],
    prints: ['3M is new', / DELIVERY +EVENT +STATE /, 'client.created is a test'],
  },
  {
    guide: 'retries-and-duplicates.md',
    before: ['npx rapport login --token-stdin < token', ANOTHER_SUBSCRIPTION],
    prints: ['There are no such deliveries.', 'attempt 1', 'is on its way again', 'would be sent again.'],
  },
  {
    guide: 'replace-a-secret.md',
    before: [],
    after: ['npx rapport api GET /api/v2/webhook-subscriptions'],
    prints: [/^client\.created$/m, 'http://localhost:9/another'],
  },
  {
    guide: 'test-locally.md',
    before: [
      // A known secret instead of a random one, so that the signature is known.
      `openssl() { echo ${TEST_SECRET}; }`,
      `X_SIGNATURE=${sign(Buffer.from('{"event":"client.updated"}'), TEST_SECRET)}`,
    ],
    prints: [
      /^client\.created$/m,
      /client\.created .* → 200 in/,
      /^client\.updated$/m,
      /^login\.created$/m,
      'A line break was added at the end',
      'exit code 1',
    ],
  },
  {
    guide: 'contacts-deals-tasks-notes.md',
    before: [],
    prints: [
      /Deal [-0-9a-f]{36} is in version 2: New website/,
      /New website +won +12500\.00/,
      /contact .*Grace Hopper/,
      /"event": "deal\.won"/,
      /Analytical Mill +emails/,
      /is both now: /,
      '1 created, 0 updated',
    ],
  },
  {
    guide: 'views.md',
    before: [],
    prints: [/"title": "New website"[\s\S]*"title": "New website"/],
  },
  {
    guide: 'notifications.md',
    before: [],
    prints: [/"unread": \d/, /"read": \d/, /"morning_mail": true/],
  },
  {
    guide: 'custom-fields.md',
    before: [],
    prints: [/"renewal_on": "2027-01-15"/, /"label": "Renewed on"/, /"next_cursor": null/],
  },
  {
    guide: 'files.md',
    before: [],
    prints: [
      /offer\.txt/,
      'copy-of-offer.txt is written.',
      '12 mills, 1200.00 each',
      /is called Offer of May\.txt now/,
      'Offer of May.txt is there again.',
    ],
  },
  {
    guide: 'take-it-back.md',
    before: [],
    prints: [
      '1 record would be as before.',
      '1 record as before.',
      'taken back by',
      'One of two',
      /is both now: Two of two/,
      '2 records as before.',
      /name +Two of two/,
    ],
  },
  {
    guide: '../operate/leave-with-everything.md',
    before: ['echo "correct horse battery" > password'],
    elsewhere: 'npx rapport users create',
    prints: [/account\.zip/, /"Analytical Mills",/, /is here: /],
  },
  {
    guide: 'move-in.md',
    before: [],
    prints: [
      /Number +custom\.Number/,
      /outcome +3 created, 1 refused/,
      'refused.csv is written.',
      /line 4 +refused +contact +Oskar Barnack/,
      '3 records would be as before.',
      '3 records as before.',
    ],
  },
  {
    guide: 'keep-in-sync.md',
    before: [],
    prints: ['copied true', '0 changes of others'],
  },
  {
    guide: 'oauth-in-ten-minutes.md',
    before: [],
    after: [
      `"${process.execPath}" "${PERSON}" http://localhost:5000/ you@example.com "correct horse battery"`,
    ],
    prints: ['Connected to Your Business'],
  },
];

let service: Running | undefined;
let folder: string;
let port: number;
let receiverPort: number;
let env: NodeJS.ProcessEnv;

before(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rapport-guides-')));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  [port, receiverPort] = [await freePort(), await freePort()];
  const settings = {
    PORT: String(port),
    RAPPORT_BASE_URL: `http://localhost:${port}`,
    RAPPORT_DATA_DIR: await createTestFolder(),
  };
  service = await startService(settings);
  // The guides require a recent Node.
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  env = { ...process.env, ...settings, PATH, XDG_CONFIG_HOME: join(folder, 'config') };
});
after(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true });
});

it('the guide to retries explains each reason of a failed attempt and of a delivery that was not sent', () => {
  const guide = read('retries-and-duplicates.md');
  const table = guide
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .join('\n');
  for (const reason of [...ATTEMPT_ERROR_KINDS, ...NOT_SENT_REASONS])
    assert.ok(table.includes(`\`${reason}\``), `${reason} is not in the tables`);
});

describe('the guide', () => {
  for (const { guide, before, after = [], prints, elsewhere } of WALKS) {
    it(`${guide} has commands with the results that it describes`, { timeout: 120_000 }, async () => {
      const text = onFreePorts(read(guide));
      writeNamedFiles(text);
      const move = `export RAPPORT_DATA_DIR="${await createTestFolder()}"\n`;
      const inPlace = (block: string) => (elsewhere && block.startsWith(elsewhere) ? move + block : block);
      const commands = [
        FASTER,
        ...before,
        ...blocksOf(text, 'sh').map(withServerUp).map(inPlace),
        ...after.map(onFreePorts),
      ];
      await runUntilSaid(commands, prints, { cwd: folder, env });
    });
  }

  for (const name of readdirSync(guides)) {
    it(`${name} has code that agrees with the types and works`, async () => {
      const written = writeSnippets(join(guides, name));
      try {
        await written.checkTypes();
        for (const { language, code, file } of written.snippets) {
          if (language === 'ts' && !nameOf(code)) await tryModule(file);
          else if (!['sh', 'ts'].includes(language)) assertInReceiver(language, code);
        }
      } finally {
        written.remove();
      }
    });
  }

  it('index names every guide', () => {
    const others = readdirSync(guides).filter((name) => name !== 'README.md');
    for (const name of others) assert.ok(read('README.md').includes(`](${name})`), name);
  });
});

/** Runs the same command without the search of npx, which takes longer than most commands. */
const FASTER = `npx() { shift; "${process.execPath}" "${join(root, 'cli/src/rapport.ts')}" "$@"; }`;

/** Replaces the ports of the guides, which may be in use. */
function onFreePorts(text: string): string {
  return text
    .replaceAll('localhost:3000', `localhost:${port}`)
    .replaceAll(/\b[45]000\b/g, String(receiverPort));
}

/**
 * Waits until a program is up. A reader types slower than the program starts; these commands do
 * not.
 */
function withServerUp(block: string): string {
  const isUp = `(exec 3<>/dev/tcp/localhost/${receiverPort}) 2>/dev/null`;
  const listens = '[ -e "$XDG_CONFIG_HOME/rapport/listening.json" ]';
  // The loop fails when the program has ended.
  const until = (condition: string) => `$1\nuntil ${condition}; do kill -0 $!; sleep 0.1; done`;
  return block
    .replaceAll(/^(.*node \w+\.ts &)$/gm, until(isUp))
    .replaceAll(/^(.*rapport listen .* &)$/gm, until(listens));
}

function writeNamedFiles(text: string): void {
  for (const code of blocksOf(text, 'ts')) {
    const name = nameOf(code);
    if (name) writeFileSync(join(folder, name), code);
  }
}

/**
 * Returns the file name in a first line such as `// receiver.ts`, under which the reader saves the
 * code.
 */
function nameOf(code: string): string | undefined {
  return /^\/\/ (\w+\.ts)\n/.exec(code)?.[1];
}

async function tryModule(file: string): Promise<void> {
  process.env.SIGNING_SECRET = TEST_SECRET;
  const { POST, receive = POST, isNewer } = await import(file);
  if (receive) {
    const genuine = signedRequest(fakeEvent('client.updated', {}), TEST_SECRET);
    const forged = { ...genuine, body: `${genuine.body} ` };
    const send = async (request: RequestInit) =>
      (await receive(new Request('https://receiver.example/', request))).status;
    assert.equal(Math.floor((await send(genuine)) / 100), 2);
    assert.equal(await send(forged), 401);
  }
  if (isNewer) assert.ok(isNewer({ version: 2 }, { version: 1 }) && !isNewer({ version: 1 }, { version: 1 }));
}

/**
 * Asserts that a snippet of another language is a part of a receiver. Receivers have their own
 * tests.
 */
function assertInReceiver(language: string, code: string): void {
  const folders: Record<string, string> = { bash: 'shell' };
  const receivers = join(root, 'examples/receivers', folders[language] ?? language);
  const texts = readdirSync(receivers).map((name) => readFileSync(join(receivers, name), 'utf8'));
  assert.ok(
    texts.some((text) => text.includes(code)),
    `no receiver in ${language} has this:\n${code}`,
  );
}
