import type { RecordData } from '../../fields/data.ts';

/** Reads those of these records that belong to the list, in its order. At most 200 at once. */
export type Ask = (uuids: string[]) => Promise<RecordData[]>;

/** A record and the place before which it belongs: that of a row, or their number. */
export type Placed = { record: RecordData; place: number };

/** Rows asked for at once beside the records that are placed. */
const MARKS = 150;

/** Each round divides the rows among which a record may stand by at least two. */
const ROUNDS_MAX = 20;

type Range = { record: RecordData; from: number; to: number };

/**
 * Finds where records belong among the rows of a list. Only the service knows its order, so it is
 * asked for them together with some of the rows, then with rows between these, and so on: of 10,000
 * rows twice. `uuids` are at most 50, of which no row is one. Left out are those that the list
 * lacks.
 */
export async function findPlaces(ask: Ask, uuids: string[], rows: string[]): Promise<Placed[]> {
  let ranges = new Map<string, Range>();
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const marks = new Map(marksIn(round === 0 ? [{ from: 0, to: rows.length }] : ranges.values(), rows));
    if (round > 0 && marks.size === 0) break;
    const asked = round === 0 ? uuids : [...ranges.keys()];
    ranges = narrowed(await ask([...asked, ...marks.keys()]), marks, ranges, rows.length);
    if (ranges.size === 0) break;
  }
  return [...ranges.values()].map(({ record, from }) => ({ record, place: from }));
}

/** The ranges that follow from an answer, in its order. */
function narrowed(
  answer: RecordData[],
  marks: Map<string, number>,
  before: Map<string, Range>,
  length: number,
): Map<string, Range> {
  const ranges = new Map<string, Range>();
  let from = 0;
  let open: Range[] = [];
  for (const record of answer) {
    const mark = marks.get(record.uuid);
    if (mark === undefined) {
      const known = before.get(record.uuid);
      const range = { record, from: Math.max(from, known?.from ?? 0), to: known?.to ?? length };
      ranges.set(record.uuid, range);
      open.push(range);
    } else {
      for (const range of open) range.to = Math.max(range.from, Math.min(range.to, mark));
      open = [];
      from = mark + 1;
    }
  }
  return ranges;
}

/** Rows of the ranges to ask for, with their places: all, or some at equal distances. */
function marksIn(ranges: Iterable<{ from: number; to: number }>, rows: string[]): [string, number][] {
  const wide = [...ranges].filter(({ from, to }) => to > from);
  const each = Math.floor(MARKS / Math.max(1, wide.length));
  return wide.flatMap(({ from, to }) => {
    const count = Math.min(each, to - from);
    return Array.from({ length: count }, (_, n): [string, number] => {
      const place = from + Math.floor(((n + 0.5) * (to - from)) / count);
      return [rows[place]!, place];
    });
  });
}
