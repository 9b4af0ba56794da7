import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { SENTENCES } from './de/problem-sentences.ts';
import { problems } from './de/problems.ts';

const SERVER = join(import.meta.dirname, '../../../server/src');

it('every German sentence answers one that the API still says', () => {
  const files = globSync('**/*.ts', { cwd: SERVER }).filter((file) => !/test/.test(file));
  const said = files.map((file) => readFileSync(join(SERVER, file), 'utf8')).join('\n');
  // The longest text of a pattern without a group or sign of choice.
  const wordsOf = ({ source }: RegExp) =>
    source
      .replaceAll('\\.', '.')
      .replaceAll('?:', '|')
      .split(/[\^$()|[\]?*+\\]/)
      .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const stale = SENTENCES.map(([pattern]) => wordsOf(pattern)).filter((words) => !said.includes(words));
  assert.deepEqual(stale, []);
});

it('a refusal says what to do in German, and else what its code means', () => {
  assert.equal(
    problems.say('conflict', '3 deals are in the stage "Offer". Move or delete them first.'),
    'In „Offer“ sind noch Verkaufschancen (3). Verschieben oder löschen Sie sie zuerst.',
  );
  assert.equal(
    problems.say('csv_invalid', 'The file "a.pdf" is a PDF. Nothing was imported. Save it as CSV.'),
    'Die Datei „a.pdf“ ist ein PDF. Es wurde nichts importiert. Senden Sie CSV, .xlsx oder vCard.',
  );
  assert.equal(
    problems.say(null, 'The field is gone, or is read anew.'),
    'Das Feld gibt es nicht mehr, oder seine Werte werden neu gelesen.',
  );
  assert.equal(problems.field('wrong_value', 'This is not your password.'), 'Das ist nicht Ihr Passwort.');
  assert.equal(problems.field('too_short', '/name must have at least 2 characters.'), 'Mindestens 2 Zeichen');
  assert.equal(
    problems.say('change_not_allowed', 'An unknown sentence.'),
    'Sie sehen das, dürfen es aber nicht ändern. Bitten Sie die Administration des Accounts.',
  );
});

it('several faults are said by the labels of their fields', () => {
  const errors = [
    { pointer: '/operations/0/data/expected_close_on', code: 'wrong_format', detail: 'is no day.' },
    { pointer: '/emails/0/value', code: 'too_long', detail: 'must have at most 320 characters.' },
    { pointer: '/custom/title', code: 'required', detail: 'is missing.' },
  ] as const;
  assert.equal(
    problems.fields([...errors]),
    'Erwarteter Abschluss: Das ist nicht richtig geschrieben. E-Mail: Höchstens 320 Zeichen. title: Pflichtfeld: Geben Sie etwas ein.',
  );
});
