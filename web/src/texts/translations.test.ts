import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staleTexts, TRANSLATIONS, textsOf } from './translations.ts';

for (const language of TRANSLATIONS)
  test(`each text in ${language} was made from the English of today`, async () => {
    const stale = await staleTexts(language);
    const what = `Compare these with the English ones, then run npm run translated:\n${stale.join('\n')}`;
    assert.deepEqual(stale, [], what);
  });

/** Words that the glossary has another one for, and signs that are typed otherwise. */
const NOT_GERMAN = [
  /\b(Deals?|Clients?|Contacts?|Tasks?|Notes?|Users?|Members?|Views?|Stages?|Undo)\b/,
  /\b([Ll]eider|[Bb]itte|[Ee]rfolgreich|[Dd]u|[Dd]ein\w*|[Ww]ir|[Uu]nser\w*)\b/,
  /!(?=\s|$)/,
  /(?<=\s)-(?=\s)/,
  /“[^“”„]*”/,
];

/** Where words of the API, of code or of searches stand. */
const NO_SENTENCE = /\.words$|Words$|palette\.(pages|writing)|^day-words|receive\.about|^language/;

test('German texts keep to the glossary, address people as Sie and have German quotes', async () => {
  for (const [path, text] of await textsOf('de')) {
    if (NO_SENTENCE.test(path)) continue;
    for (const wrong of NOT_GERMAN) assert.doesNotMatch(wordsOf(text), wrong, path);
  }
});

/** The words of a text; those of a function are between its quotes. */
function wordsOf(text: string): string {
  if (!/^(\(|function|\w+ =>)/.test(text)) return text;
  return (text.replace(/\$\{[^}]*\}/g, '…').match(/[`'][^`']*[`']/g) ?? []).join(' ');
}
