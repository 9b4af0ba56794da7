/** Texts that people wrote, as an assistant gets them: bounded, and without anything unseen. */

/** The longest text in an answer about several records. */
export const TEXT_MAX = 500;

/** The longest text in an answer about one record. */
export const TEXT_ALONE_MAX = 6000;

/** The largest answer, as JSON. */
export const ANSWER_MAX_BYTES = 20_000;

/**
 * Characters that a person does not see, in which others hide words for a model: controls other
 * than line breaks and tabs, marks of writing direction, invisible spaces and tag characters.
 * Joiners and the selectors of emoji stay: some languages need them.
 */
const UNSEEN =
  /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]--[\t\n\r\u200c\u200d\ufe0e\ufe0f]]/gv;

/** The text with each unseen character written out, such as `\u{202e}`. */
export function seen(text: string): string {
  return text.replace(UNSEEN, (one) => `\\u{${one.codePointAt(0)!.toString(16)}}`);
}

/** A text that is too long becomes its beginning, marked. */
type Shown = string | { text: string; is_cut: true };

function shownText(text: string, most: number): Shown {
  const whole = seen(text);
  if (whole.length <= most) return whole;
  // No half of a pair of UTF-16 units at the end.
  return { text: whole.slice(0, most).replace(/[\ud800-\udbff]$/, ''), is_cut: true };
}

/** The value with all texts in it as they are shown, names of properties too. */
export function shown(value: unknown, most: number): unknown {
  if (typeof value === 'string') return shownText(value, most);
  if (Array.isArray(value)) return value.map((one) => shown(one, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [seen(name).slice(0, 100), shown(one, most)]),
  );
}

/** What is worth telling: nothing that is empty. */
export function isTold(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

export function bytesOf(answer: object): number {
  return Buffer.byteLength(JSON.stringify(answer));
}

/** The lengths to which texts are cut, one after the other, until an answer fits. */
const SHORTER = [TEXT_MAX, 150, 40, 0];

/**
 * The first answer that fits: with shorter texts, then with fewer things, whose number it names in
 * `left_off`.
 */
export function fitted<Thing>(
  things: Thing[],
  answerOf: (things: Thing[], most: number) => object,
  longest = TEXT_MAX,
): object {
  for (const most of [longest, ...SHORTER.filter((length) => length < longest)]) {
    const answer = answerOf(things, most);
    if (bytesOf(answer) <= ANSWER_MAX_BYTES) return answer;
  }
  const fewer = things.slice(0, Math.floor(things.length / 2));
  const left_off = things.length - fewer.length;
  if (fewer.length === 0) return { left_off };
  const answer = fitted(fewer, answerOf, 0) as { left_off?: number };
  return { ...answer, left_off: left_off + (answer.left_off ?? 0) };
}
