import type { Encoding } from '@rapport/contract/encodings';
import { analyse } from 'chardet';

/** What the library calls an encoding, and the name by which the platform reads it. */
const NAMES: Record<string, Encoding> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'ISO-8859-5': 'iso-8859-5',
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1253': 'windows-1253',
  'windows-1254': 'windows-1254',
  'windows-1255': 'windows-1255',
  'windows-1256': 'windows-1256',
  'windows-1257': 'windows-1257',
  'KOI8-R': 'koi8-r',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
};

/**
 * Tried in any case: the usual ones of Windows, and those of old Macs, which the library does not
 * know.
 */
const ALWAYS: Encoding[] = ['windows-1252', 'windows-1250', 'macintosh'];

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
 * The most likely encoding of lines that are not UTF-8. Of what a library proposes by the frequency
 * of letters, the first in whose reading the fewest words have signs that no word has.
 */
export function guessEncoding(lines: Buffer): Encoding {
  const proposed = analyse(lines).flatMap(({ name }) => NAMES[name] ?? []);
  let best: { encoding: Encoding; odd: number } = { encoding: 'windows-1252', odd: Number.POSITIVE_INFINITY };
  for (const encoding of new Set([...proposed, ...ALWAYS])) {
    const odd = oddPlaces(lines, encoding);
    if (odd < best.odd) best = { encoding, odd };
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
    // A capital between other letters: `MŸller`; a letter of the end of a word within it: `ςιψ`.
    /(?<=\p{L})[^\p{ASCII}\P{Lu}](?=\p{Ll})|ς(?=\p{L})/u,
    // Letters of two scripts: `J嗷g`.
    /(?<=[a-z])(?!\p{Script=Latin})[^\p{ASCII}\P{L}]|(?!\p{Script=Latin})[^\p{ASCII}\P{L}](?=[a-z])/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gmu',
);

/** How many places of the text are odd when it is read so; more than all when it cannot be. */
function oddPlaces(lines: Buffer, encoding: Encoding): number {
  const text = new TextDecoder(encoding).decode(lines);
  if (text.includes('\ufffd')) return lines.length;
  return text.match(ODD)?.length ?? 0;
}
