import { instantOf, LATEST_MS } from '@rapport/contract/days';

/** The order of day and month in a file that writes them as numbers. */
export type DayOrder = 'dmy' | 'mdy';

/** A day and, if the text has one, the time and its zone: `+02:00`, `Z`, or null for none. */
export type Moment = { day: string; time: string | null; zone: string | null };

/**
 * The first letters of the months in English, German, French, Spanish, Italian, Portuguese and
 * Dutch.
 */
const MONTHS: [number, RegExp][] = [
  [1, /^(?:jan|gen|ene|jän)/],
  [2, /^(?:feb|fév|fev)/],
  [3, /^(?:mar|mär|mrt|maa)/],
  [4, /^(?:apr|avr|abr)/],
  [5, /^(?:may|mai|mag|mei)/],
  [6, /^(?:jun|juin|giu)/],
  [7, /^(?:jul|juil|lug)/],
  [8, /^(?:aug|aoû|aou|ago)/],
  [9, /^(?:sep|set)/],
  [10, /^(?:oct|okt|ott|out)/],
  [11, /^(?:nov)/],
  [12, /^(?:dec|dez|déc|dic)/],
];

/** No day is longer. The patterns would read a long text again from each of its places. */
const LENGTH_MAX = 100;

const TIME =
  /(?:^|[T\s,])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads a day as people and exporters write it, with or without a time. `order` decides where the
 * numbers do not. Null when there is no such day.
 */
export function readMoment(text: string, order: DayOrder): Moment | null {
  const clean = text.trim();
  if (clean.length > LENGTH_MAX) return null;
  if (/^\d{13}$/.test(clean)) return fromIso(new Date(Number(clean)).toISOString());
  const clock = TIME.exec(clean);
  const time = clock && readTime(clock);
  if (clock && !time) return null;
  const rest = (clock ? clean.slice(0, clock.index) : clean).replace(
    /^[a-zà-ÿ]+\.?,?\s+(?=\S*\d)/i,
    (name) => (monthOf(name) ? name : ''),
  );
  const day = readDay(rest.trim().replace(/[,T]$/, ''), order);
  if (day === null) return null;
  return { day, time, zone: zoneOf(clock?.[6]) };
}

/** The instant, by the clocks of `time_zone` where the text has no zone. At most the last one. */
export function instantIn({ day, time, zone }: Moment, time_zone: string): Date {
  const clock = time ?? NOON;
  const instant = zone === null ? instantOf(day, clock, time_zone) : new Date(`${day}T${clock}${zone}`);
  return new Date(Math.min(instant.getTime(), LATEST_MS));
}

/** A day without a time means its noon: nearly everywhere that is the same day. */
const NOON = '12:00:00';

function fromIso(iso: string): Moment {
  return { day: iso.slice(0, 10), time: iso.slice(11, 23).replace('.000', ''), zone: 'Z' };
}

function readTime([, hour, minute, second = '00', fraction = '', half]: RegExpExecArray): string | null {
  let hours = Number(hour);
  if (half) hours = (hours % 12) + (/p/i.test(half) ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const ms = fraction.slice(0, 3).padEnd(3, '0');
  return `${String(hours).padStart(2, '0')}:${minute}:${second}${ms === '000' ? '' : `.${ms}`}`;
}

function zoneOf(text: string | undefined): string | null {
  if (!text) return null;
  if (!/^[+-]/.test(text)) return 'Z';
  return text.includes(':') ? text : `${text.slice(0, 3)}:${text.slice(3)}`;
}

function readDay(text: string, order: DayOrder): string | null {
  const iso = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text);
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = /^(\d{1,2})[\s/.-]+(\d{1,2})[\s/.-]+(\d{4}|\d{2})\.?$/.exec(text);
  if (numbers) {
    const [a, b] = [Number(numbers[1]), Number(numbers[2])];
    const isDayFirst = a > 12 || (b <= 12 && (order === 'dmy' || text.includes('.')));
    return validDay(yearOf(numbers[3]!), isDayFirst ? b : a, isDayFirst ? a : b);
  }
  const words =
    /^(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]+(?:de\s+)?(\p{L}+)\.?[\s,-]+(?:de\s+)?(\d{4}|\d{2})$/iu.exec(
      text,
    );
  if (words) return validDay(yearOf(words[3]!), monthOf(words[2]!), Number(words[1]));
  const american = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu.exec(text);
  return american ? validDay(Number(american[3]), monthOf(american[1]!), Number(american[2])) : null;
}

/** Says a day of no year, written `--03-04` or `--0304`: `4 March`. Null for other texts. */
export function sayYearless(text: string): string | null {
  const [, month, day] = /^--(\d{2})-?(\d{2})$/.exec(text.trim()) ?? [];
  // The year has a 29 February.
  const valid = validDay(2000, Number(month), Number(day));
  if (valid === null) return null;
  return new Date(valid).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
}

function monthOf(name: string): number {
  const plain = name.toLowerCase();
  return MONTHS.find(([, letters]) => letters.test(plain))?.[0] ?? 0;
}

/** Two digits mean the years 1930 to 2029, as in spreadsheets. */
function yearOf(text: string): number {
  const year = Number(text);
  return text.length === 4 ? year : year + (year < 30 ? 2000 : 1900);
}

function validDay(year: number, month: number, day: number): string | null {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** What a text tells of the order: `either` when both orders give a day. */
export function dayOrderIn(text: string): DayOrder | 'either' | null {
  const numbers = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/.exec(text);
  if (!numbers) return null;
  const [a, b] = [Number(numbers[1]), Number(numbers[2])];
  if (a < 1 || b < 1 || (a > 12 && b > 12)) return null;
  if (a > 12) return 'dmy';
  if (b > 12) return 'mdy';
  return a === b ? null : 'either';
}
