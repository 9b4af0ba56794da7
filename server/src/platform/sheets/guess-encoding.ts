import type { Encoding } from '@rapport/contract/encodings';

/** What tells a right reading of some lines: where it has what no text has. */
type Judge = (text: string, bytes: Buffer) => number;

/** Encodings of the Latin script, of which each byte is a letter by itself. */
const LATIN: Encoding[] = [
  'windows-1252',
  'windows-1250',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'macintosh',
];

/** True when its letters never are two bytes that look like a letter of UTF-8. */
export function isLatin(encoding: Encoding): boolean {
  return LATIN.includes(encoding);
}

/**
 * The letters beyond ASCII of languages whose lists are in the encodings of the Latin script: a
 * reading is right if its letters are those of one language.
 */
const WESTERN = [
  'äöüßéèàç',
  'àâæçéèêëîïôœùûüÿ',
  'áéíñóúüªº',
  'àáâãçéêíóôõúü',
  'àèéìíîòóùú',
  'åäæöøéüáíðóúýþ',
  'éèëêïöüáóç',
];
const CENTRAL = [
  'áéíóöőúüű',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíľĺňóôŕšťúýž',
  'ăâîşţșț',
  'čćđšž',
  'äöüß',
];
const TURKISH = ['âçğıiöşüîûİ', 'äöüß'];
const BALTIC = ['ąčęėįšųūž', 'āčēģīķļņšūžõ', 'äõöüšž'];

const ofLatin =
  (languages: string[]): Judge =>
  (text) =>
    oddPlaces(text) * ODD_COST + strangers(text, languages);
const ofScript =
  (script: RegExp, odd?: RegExp): Judge =>
  (text) =>
    oddPlaces(text) * ODD_COST + countOf(text, script) + (odd ? countOf(text, odd) * ODD_COST : 0);

/** A place that no word has says more than a letter of another language. */
const ODD_COST = 4;

/** What Japanese lists have beside names: words of headers, and letters of its own. */
const JAPANESE = /\p{Script=Hiragana}|\p{Script=Katakana}|名前|氏名|会社|住所|電話|株式/u;

/**
 * The usual encodings, each with what its right readings lack. Where two are as likely, the one
 * that stands before is meant.
 */
const JUDGES: [Encoding, Judge][] = [
  // Portuguese has õ before e and s alone; elsewhere it is the ő of Hungarian.
  ['windows-1252', (text, bytes) => ofLatin(WESTERN)(text, bytes) + countOf(text, /õ(?![es])/giu)],
  ['windows-1250', ofLatin(CENTRAL)],
  ['windows-1251', ofScript(/[^\p{ASCII}\P{L}](?<!\p{Script=Cyrillic})/gu)],
  ['shift_jis', (text, bytes) => oddSigns(text) + countOf(text, /[\uff61-\uff9f]/gu) + rareIn(bytes, 0x98)],
  // The syllables stand where Chinese has its usual words, so all must be of that part.
  ['euc-kr', (text) => oddSigns(text) + 2 * countOf(text, /\p{Script=Han}/gu)],
  ['gb18030', (text, bytes) => oddSigns(text) + 2 * narrowIn(bytes) + rareIn(bytes, 0xd8)],
  [
    'big5',
    (text, bytes) => oddSigns(text) + rareIn(bytes, 0xc9) + (narrowIn(bytes) > 0 ? 0.5 : wideIn(bytes)),
  ],
  ['windows-1254', ofLatin(TURKISH)],
  ['windows-1253', ofScript(/[^\p{ASCII}\P{L}](?<!\p{Script=Greek})/gu, /ς(?=\p{L})/gu)],
  [
    'windows-1255',
    ofScript(/[^\p{ASCII}\P{L}](?<!\p{Script=Hebrew})/gu, /[ךםןףץ](?=\p{L})|[\u05b0-\u05c7\u05f0-\u05f4]/gu),
  ],
  ['windows-1256', ofScript(/[^\p{ASCII}\P{L}](?<!\p{Script=Arabic})/gu, /[ةى](?=\p{L})/gu)],
  ['windows-1257', ofLatin(BALTIC)],
  ['iso-8859-2', ofLatin(CENTRAL)],
  ['koi8-r', ofScript(/[^\p{ASCII}\P{L}](?<!\p{Script=Cyrillic})/gu)],
  ['iso-8859-5', ofScript(/[^\p{ASCII}\P{L}](?<!\p{Script=Cyrillic})/gu)],
  ['macintosh', ofLatin(WESTERN)],
  [
    'euc-jp',
    (text, bytes) => oddSigns(text) + rareIn(bytes, 0xd0) + (JAPANESE.test(text) ? -1 : wideIn(bytes) / 4),
  ],
];

/**
 * The most likely encoding of lines that are not UTF-8: the one in whose reading the fewest places
 * are odd. No library does it for lists, which have names and few words (0092).
 */
export function guessEncoding(lines: Buffer): Encoding {
  let best: { encoding: Encoding; cost: number } = {
    encoding: 'windows-1252',
    cost: Number.POSITIVE_INFINITY,
  };
  for (const [encoding, judge] of JUDGES) {
    const text = new TextDecoder(encoding).decode(lines);
    const cost = text.includes('\ufffd') ? Number.POSITIVE_INFINITY : judge(text, lines);
    if (cost < best.cost) best = { encoding, cost };
  }
  // Where both say the same, it has the usual name.
  const read = (encoding: Encoding) => new TextDecoder(encoding).decode(lines);
  return read('windows-1252') === read(best.encoding) ? 'windows-1252' : best.encoding;
}

/** What no word has, each with an example of a wrong reading. */
const ODD = new RegExp(
  [
    // A control: `Fran\u008dois`.
    /(?<=\p{L})[\u0080-\u009f]|[\u0080-\u009f](?=\p{L})/u,
    // A sign within it, or a small number beside a letter: `¯\u00f3³æ`.
    /(?<=\p{L})[^\p{ASCII}\P{S}](?=\p{L})|(?<=\p{L})[^\p{ASCII}\P{No}]|[^\p{ASCII}\P{No}](?=\p{Ll})/u,
    /[£¥§¤¦¬¶†‡](?=\p{Ll})|(?<=\p{L})[§¶¤¬](?=\p{L}|$)|(?<=\p{L}{2})[ªº]/u,
    // A capital between other letters or at the end: `MŸller`, `иВАН`.
    /(?<=\p{L})[^\p{ASCII}\P{Lu}](?=\p{Ll})|(?<=\p{Ll})[^\p{ASCII}\P{Lu}]/u,
    // Four letters beyond ASCII side by side, if they are Latin: `Èâàí`.
    /(?:(?=\p{Script=Latin})[^\p{ASCII}\P{L}]){3}/u,
    // Letters of two scripts, and marks of another: `J嗷g`.
    /(?<=[A-Za-z])[^\p{ASCII}\P{Mn}]|(?<=[a-z])(?!\p{Script=Latin})[^\p{ASCII}\P{L}]|(?!\p{Script=Latin})[^\p{ASCII}\P{L}](?=[a-z])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmu',
);

/** Names have capitals where a script has some: words that are small throughout are another one. */
const SMALL_WORDS_MIN = 4;

function oddPlaces(text: string): number {
  const words = text.match(/[^\p{ASCII}\P{L}]\p{L}+/gu) ?? [];
  const isSmall = words.length >= SMALL_WORDS_MIN && words.every((word) => /^\p{Ll}+$/u.test(word));
  const isLatin = /[^\p{ASCII}\P{L}](?<=\p{Script=Latin})/u.test(text);
  return countOf(text, ODD) + (isSmall && !isLatin ? words.length : 0);
}

/**
 * Letters beyond ASCII that are not of the language that has the most of them, and of none at all.
 */
function strangers(text: string, languages: string[]): number {
  const letters = (text.match(/[^\p{ASCII}\P{L}]/gu) ?? []).map((one) =>
    one === 'İ' ? one : one.toLowerCase(),
  );
  const known = new Set(languages.join(''));
  const ofNone = letters.filter((one) => !known.has(one)).length;
  const beside = Math.min(...languages.map((own) => letters.filter((one) => !own.includes(one)).length));
  return ofNone * 2 + beside * 0.2;
}

/** Signs and controls where a language of whole words has letters. */
function oddSigns(text: string): number {
  return oddPlaces(text) * ODD_COST + countOf(text, /\p{Co}|\p{Cn}/gu);
}

function countOf(text: string, sign: RegExp): number {
  return text.match(sign)?.length ?? 0;
}

/** Letters of two bytes, as their first and second. */
function pairsIn(bytes: Buffer): [number, number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < bytes.length - 1; at += 1) {
    if (bytes[at]! < 0x80) continue;
    pairs.push([bytes[at]!, bytes[at + 1]!]);
    at += 1;
  }
  return pairs;
}

/** Of letters of two bytes, those behind the usual ones, which stand before `from`. */
function rareIn(bytes: Buffer, from: number): number {
  return pairsIn(bytes).filter(([first]) => first >= from).length / 2;
}

/** Of letters of two bytes, those whose bytes Chinese of the mainland does not have. */
function narrowIn(bytes: Buffer): number {
  return pairsIn(bytes).filter(([first, second]) => first < 0xa1 || second < 0xa1).length;
}

function wideIn(bytes: Buffer): number {
  return pairsIn(bytes).length;
}
