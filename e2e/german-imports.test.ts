import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Import, ImportRow } from '@rapport/contract/imports';
import { LISTS } from '../server/src/imports/testing/lists.ts';
import { draftOf, finish } from '../server/src/imports/testing/sending.ts';
import { startTestApp, type TestApp, type TestUser } from '../server/src/testing/test-app.ts';
import type { Worker } from '../server/src/worker.ts';
import { sayLoss } from '../web/src/texts/de/import-losses.ts';
import { sayWarning } from '../web/src/texts/de/import-warnings.ts';

let app: TestApp;
let worker: Worker;
let ann: TestUser;
let account: string;

before(async () => {
  app = await startTestApp();
  worker = await app.startWorker();
  ann = await app.addUser();
  account = await app.addAccount(ann);
});
after(async () => {
  await worker.stop();
  await app.close();
});

/** Says in German what a draft tells, and fails for a sentence that stays English. */
function german({ warnings }: Import): string[] {
  return warnings.map(({ detail }) => translated(detail, sayWarning));
}

const losses = (rows: ImportRow[]) =>
  rows.flatMap((row) => row.losses.map(({ detail }) => translated(detail, sayLoss)));

function translated(detail: string, say: (detail: string) => string): string {
  const said = say(detail);
  assert.notEqual(said, detail, `No German pattern knows: ${detail}`);
  assert.doesNotMatch(said.replace(/„[^“]*“/g, ''), /\b(the|is|are|of|row|rows|and|with)\b/, said);
  return said;
}

test('what is to be known of lists that others have written is said in German', async () => {
  for (const [name, text] of Object.entries(LISTS)) {
    const draft = await draftOf(app, ann, account, { [name]: text });
    german(draft);
    losses(draft.preview);
  }
});

test('the cells that cannot be read, and the rows that are refused, are named in German', async () => {
  const lines = [
    'First name,Email,Phone,Client,Birthday,Owner,Language',
    'Ann,none at all,call me,,someday,Bob Elsewhere,',
    ',,,,,,',
    'Cy,cy@example.com,,,,,,,too,many',
    `${'x'.repeat(300)},d@example.com,040 111 22,,,,not a language`,
  ];
  const draft = await draftOf(app, ann, account, { 'people.csv': lines.join('\n') });
  const told = german(draft).join('\n');
  assert.match(told, /^1 Zeile hat mehr Zellen als die Kopfzeile und wird abgelehnt/m);
  assert.match(told, /Im Account gibt es niemanden mit dem Namen „Bob Elsewhere“\./);
  assert.ok(losses(draft.preview).includes('„none at all“ ist keine E-Mail-Adresse.'));
});

test('what a further row says otherwise, and a fraction that other columns say, is told in German', async () => {
  const rows = ['ID;Firma;Ort;Betrag;Rabatt', '1;Acme;Bonn;1,000;12,5', '1;Acme;Linz;1,000;12,5'];
  const draft = await draftOf(app, ann, account, { 'firmen.csv': rows.join('\n') });
  const told = german(draft).join('\n');
  assert.match(told, /^1 Zelle aus „Ort“ sagt anderes als eine frühere Zeile desselben Datensatzes/m);
  assert.match(told, /^Das Zeichen in „1,000“ \(Betrag\) trennt Nachkommastellen/m);
  losses(draft.preview);
});

test('a file that comes again, renames a record and looks like others says so in German', async () => {
  const first = ['ID,Name,Website', '1,Alpha,https://alpha.example', '2,Beta,https://beta.example'];
  await finish(app, ann, (await draftOf(app, ann, account, { 'firms.csv': first.join('\n') })).uuid);
  const again = [...first, '3,Alpha again,https://alpha.example'];
  const draft = await draftOf(app, ann, account, { 'firms.csv': again.join('\n') });
  const told = german(draft).join('\n');
  assert.match(told, /^Ein Teil dieser Datei wurde am .+ importiert\. Gleich sind 2 ihrer 3 Zeilen\.$/m);
  assert.match(told, /„Alpha again“ in Zeile 4 hat die Domain von „Alpha“/);
  const renaming = await draftOf(app, ann, account, { 'firms.csv': 'ID,Name\n2,Gamma' });
  const renamed = german(renaming).join('\n');
  assert.match(
    renamed,
    /^1 Zeile gibt einem vorhandenen Datensatz einen anderen Namen: „Beta“ wird „Gamma“/m,
  );
  losses(draft.preview);
});

test('deals of words that nobody knows ask in German for what they mean', async () => {
  const lines = [
    'Deal Name,Deal Stage,Amount,Close Date,Status,Owner',
    'Lens,Qualified out,"1,200",03/04/2026,perhaps,Bob Elsewhere',
    ',New,$5,05/06/2026,won,',
  ];
  const told = german(await draftOf(app, ann, account, { 'deals.csv': lines.join('\n') })).join('\n');
  assert.match(told, /^Steht in „03\/04\/2026“ \(Close Date\) der Tag oder der Monat zuerst\?$/m);
  assert.match(told, /^Neue Phasen, in dieser Reihenfolge: „Qualified out“, „New“\.$/m);
  assert.match(told, /^Legen Sie unter „Verkaufschance: Status“ fest, was „perhaps“ bedeutet\./m);
});
