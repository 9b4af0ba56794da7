// Letters that people write as two where their keyboard lacks them: Mueller for Müller, Soeren for
// Søren, Aarhus for Århus. Folding makes one letter of the first, so a search asks for both.

const LONG_FORMS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** In `Bauer`, `neue` and `Quelle` the e is a letter of its own. */
const LONG_FORM = /ae|oe|aa|(?<![aeq])ue/g;

/** The beginning of a shorter word is in too many records without its second letter. */
const WORD_MIN_LENGTH = 4;

/** Each of these doubles the spellings of a word. */
const PLACES_MAX = 3;

/** The text with each such letter written as two. */
export function spellOut(text: string): string {
  return text.normalize('NFC').replace(/[äöüøå]/giu, (letter) => LONG_FORMS[letter.toLowerCase()]!);
}

/**
 * The spellings of a folded word, in which two letters may stand for one; first as it is written.
 */
export function withUmlauts(word: string): string[] {
  if (word.length < WORD_MIN_LENGTH || /[@.\d]/.test(word)) return [word];
  const places = [...word.matchAll(LONG_FORM)].slice(0, PLACES_MAX).map(({ index }) => index);
  return places.reduceRight(
    (spellings, at) => spellings.flatMap((one) => [one, one.slice(0, at + 1) + one.slice(at + 2)]),
    [word],
  );
}
