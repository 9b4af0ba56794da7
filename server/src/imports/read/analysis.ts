import { cutTo } from '../../platform/cells/cut.ts';
import { type DayOrder, dayOrderIn } from '../../platform/cells/days.ts';
import { type Decimal, decimalIn, readAmount } from '../../platform/cells/numbers.ts';
import { isEmail } from '../../platform/email.ts';
import { saysNoDay } from './cells/empty.ts';

/** What is known of a column after the file was read once. */
export type ColumnAnalysis = {
  name: string;
  filled: number;
  samples: string[];
  /** Its different values with their counts; null when there are too many to choose from. */
  values: Record<string, number> | null;
  /** These values in the order in which the file first has them. Drafts of before lack them. */
  words?: string[];
  /** How many cells tell the order of day and month, and how many leave it open. */
  day_orders: Record<DayOrder | 'either', number>;
  decimals: Record<Decimal | 'either', number>;
  /** How many cells look like each of these: for the type of a custom field. */
  looks: {
    number: number;
    day: number;
    time: number;
    url: number;
    long: number;
    money?: number;
    /** Numbers from 0 to 1. */
    part?: number;
    /** Drafts of before lack it. */
    email?: number;
  };
  /** The signs beside its amounts, with their counts. Drafts of before lack them. */
  signs?: Record<string, number>;
};

const SAMPLES = 3;
const SAMPLE_LENGTH = 120;
const VALUES_MAX = 100;
const VALUE_MAX_LENGTH = 100;

/** A custom field of the type text takes so much. */
const TEXT_LENGTH = 500;

/** Longer texts are no numbers and no days. */
const SHORT_LENGTH = 40;

/** A day whose order is known by its signs: `2026-01-31`, `31.1.2026`. */
const CLEAR_DAY = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}\. ?\d{1,2}\. ?(?:\d{4}|\d{2})(?!\d))/;

/** From one day to another: `01-03-2025 - 01-02-2026`. */
const TWO_DAYS = /\d[-/.] ?\d{1,2}[-/.] ?\d{2,4}[^\d:]+\d{1,4}[-/.] ?\d{1,2}[-/.] ?\d{2,4}/;

/** A number from 0 to 1. */
const PART = /^(?:0|0?[.,]\d+|1(?:[.,]0+)?)$/;

/** Signs that say money also in a column that nobody calls so. `R 12` and `FT-5` may be ids. */
const SAYS_MONEY = /\p{Sc}|^\p{L}{3,}$|^kr|zł|kč/iu;

const SIGNS_MAX = 20;

/** Looks at each cell of a file once, and keeps a little of it for each column. */
export class Analyst {
  readonly columns: ColumnAnalysis[];
  rows = 0;

  constructor(names: string[]) {
    this.columns = names.map((name) => ({
      name,
      filled: 0,
      samples: [],
      values: {},
      words: [],
      day_orders: { dmy: 0, mdy: 0, either: 0 },
      decimals: { '.': 0, ',': 0, either: 0 },
      looks: { number: 0, day: 0, time: 0, url: 0, long: 0 },
      signs: {},
    }));
  }

  take(cells: string[]): void {
    this.rows += 1;
    for (const [index, column] of this.columns.entries()) {
      const cell = cells[index];
      if (cell && !saysNoDay(cell)) takeCell(column, cell);
    }
  }
}

function takeCell(column: ColumnAnalysis, cell: string): void {
  column.filled += 1;
  if (column.samples.length < SAMPLES) column.samples.push(cutTo(cell, SAMPLE_LENGTH));
  if (column.values) countValue(column, cell);
  if (cell.length > TEXT_LENGTH || cell.includes('\n')) column.looks.long += 1;
  if ((cell[0] === 'h' || cell[0] === 'H') && /^https?:\/\/\S+$/i.test(cell)) column.looks.url += 1;
  if (cell.includes('@') && isEmail(cell.trim())) column.looks.email = (column.looks.email ?? 0) + 1;
  if (cell.length > SHORT_LENGTH || !/\d/.test(cell) || TWO_DAYS.test(cell)) return;
  const order = dayOrderIn(cell);
  if (order) column.day_orders[order] += 1;
  if (order || CLEAR_DAY.test(cell)) {
    column.looks.day += 1;
    if (/\d:\d\d/.test(cell)) column.looks.time += 1;
  } else if (isNumber(cell)) {
    column.looks.number += 1;
    if (PART.test(cell)) column.looks.part = (column.looks.part ?? 0) + 1;
  } else takeAmount(column, cell);
  const decimal = decimalIn(cell);
  if (decimal) column.decimals[decimal] += 1;
}

/** A number, but no phone number, postal code or id: these begin with a zero or are long. */
function isNumber(cell: string): boolean {
  const parts = /^-?(\d+(?:[.,'\s]\d+)*)[.,]?$/.exec(cell)?.[1]?.split(/[.,'\s]/);
  if (!parts || /^0\d/.test(cell) || parts.join('').length > 15) return false;
  // What stands between groups is the same: `51 824 753` is a number, `10.0.0.1` is none.
  return parts.slice(1, -1).every((part) => part.length === 3 || part.length === 2);
}

/** An amount with a sign or code of a currency: `12.500,50 €`, `USD 5`. */
function takeAmount({ looks, signs = {} }: ColumnAnalysis, cell: string): void {
  const sign = readAmount(cell, '.')?.sign ?? null;
  if (sign === null) return;
  if (SAYS_MONEY.test(sign)) looks.money = (looks.money ?? 0) + 1;
  if (Object.hasOwn(signs, sign) || Object.keys(signs).length < SIGNS_MAX)
    signs[sign] = (signs[sign] ?? 0) + 1;
}

/** True for a column that has 0.25 where 25 per cent are meant. */
export function hasFractions({ looks }: ColumnAnalysis): boolean {
  return looks.number > 0 && looks.part === looks.number;
}

function countValue(column: ColumnAnalysis, cell: string): void {
  const values = column.values!;
  const words = column.words!;
  if (cell.length > VALUE_MAX_LENGTH || cell === '__proto__') dropValues(column);
  else if (Object.hasOwn(values, cell)) values[cell]! += 1;
  else {
    values[cell] = 1;
    words.push(cell);
    if (words.length > VALUES_MAX) dropValues(column);
  }
}

function dropValues(column: ColumnAnalysis): void {
  column.values = null;
  column.words = [];
}

/** The values of a column in the order of the file: the database keeps them in another. */
export function wordsOf({ words, values }: ColumnAnalysis): string[] {
  return words ?? Object.keys(values ?? {});
}

/** How the columns of a file write days; `open` when it must be asked, null when none needs it. */
export function dayOrderOf(columns: ColumnAnalysis[]): DayOrder | 'open' | null {
  return styleOf(
    columns.map(({ day_orders: { dmy, mdy, either } }) => ({ dmy, mdy, either })),
    'dmy',
    'mdy',
  );
}

export function decimalOf(columns: ColumnAnalysis[]): Decimal | 'open' | null {
  return styleOf(
    columns.map(({ decimals }) => decimals),
    '.',
    ',',
  );
}

/** The style that more cells tell; an own style of one column does not speak for the others. */
function styleOf<Style extends string>(
  columns: Record<Style | 'either', number>[],
  one: Style,
  other: Style,
): Style | 'open' | null {
  const sum = (style: Style | 'either') => columns.reduce((total, counts) => total + counts[style], 0);
  const [ones, others] = [sum(one), sum(other)];
  if (ones + others > 0) return ones >= others ? one : other;
  return sum('either') > 0 ? 'open' : null;
}
