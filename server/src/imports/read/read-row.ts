import type { PlannedColumn } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import { BETWEEN, type Cells, lose, READERS, type Reader, type Reading } from './cell-readers.ts';
import { CELLS } from './cell-types.ts';
import { saysNoDay } from './cells/empty.ts';
import { readPhone } from './cells/reach.ts';
import { withoutRepeats } from './cells/street.ts';
import { cellStyleOf, cellTypeOf } from './column-cells.ts';
import type { Draft } from './draft.ts';
import { settleMoney } from './money-cells.ts';
import { SURPLUS_MAX } from './surplus.ts';
import { TARGETS } from './targets.ts';

/** A cell with more text is no number, no day, no address. */
const SHORT_LENGTH = 500;

/**
 * Makes the function that reads the rows of a file. Each column is understood once, not each row.
 */
export function readerOf(reading: Reading): (line: number, cells: string[]) => Draft {
  const readers = reading.file.columns.map((column) => cellReader(reading, column));
  return (line, texts) => {
    const draft: Draft = {
      line,
      given: {},
      extras: {},
      moments: {},
      links: [],
      stage: null,
      losses: [],
      skipped: null,
      fault: null,
    };
    if (texts.length > readers.length) noteSurplus(draft, texts, readers.length, reading.is_csv);
    const cells: Cells = { draft, points: {}, labels: new Map(), addresses: new Map(), money: {} };
    for (let index = 0; index < readers.length; index += 1) {
      const text = texts[index];
      if (text) readers[index]!(text, cells);
    }
    settleMoney(draft, cells.money);
    return withLists(cells);
  };
}

/**
 * Cells behind the last column. In CSV the cells before them may have shifted: a text with a comma
 * lacks its quotes.
 */
function noteSurplus(draft: Draft, texts: string[], columns: number, is_csv: boolean): void {
  const at = texts.findIndex((text, index) => index >= columns && text !== '');
  if (at === -1) return;
  if (is_csv) {
    const count = texts.length - columns < SURPLUS_MAX ? texts.length : `more than ${texts.length - 1}`;
    draft.fault = `The row has ${count} cells and the header ${columns}. Does a text with the delimiter lack its quotes?`;
    return;
  }
  const detail = `Column ${at + 1} has no name in the header. Name it to bring its values along.`;
  draft.losses.push({ column: null, cell: cutTo(texts[at]!, 200), detail });
}

function cellReader(reading: Reading, column: PlannedColumn): Reader {
  const read = readerTo(reading, column);
  const { also } = column;
  if (also === undefined) return read;
  const { people, values } = reading;
  const readAlso = readerTo(reading, { ...column, to: also });
  const isOfUsers = cellTypeOf(reading.kind, column) === 'user';
  return (cell, cells) => {
    read(cell, cells);
    // Only who is no User here is kept by the name, where the source says who an id is.
    if (isOfUsers && values.user?.[cell]) return;
    const text = isOfUsers ? people[cell]?.name || cell : cell;
    const { losses } = cells.draft;
    const count = losses.length;
    readAlso(text, cells);
    // What a cell does not say beside that is no loss: its text is kept.
    losses.length = count;
  };
}

function readerTo(reading: Reading, column: PlannedColumn): Reader {
  const { to } = column;
  const target = to === null ? undefined : TARGETS[reading.kind].get(to);
  if (!target) return () => {};
  const read = READERS[target.type](reading, column, target);
  const { isLong, isSingle } = CELLS[target.type];
  const isOfDays = cellStyleOf(reading.kind, column) === 'day';
  return (text, cells) => {
    if (isOfDays && saysNoDay(text)) return;
    if (text.includes('\0'))
      return lose(cells, column, text, 'The text holds a NUL, which cannot be stored.');
    if (isSingle && !isLong && text.includes(BETWEEN)) {
      const [first = '', ...others] = text.split(BETWEEN);
      for (const other of others)
        if (other !== first) lose(cells, column, other, 'The field has one value, and the cell several.');
      return read(first, cells);
    }
    if (!isLong && text.length > SHORT_LENGTH) return lose(cells, column, text, 'The text is too long.');
    return read(text, cells);
  };
}

/** Puts the lists of addresses and numbers into the fields of the row. */
function withLists({ draft, points, labels, addresses }: Cells): Draft {
  const code = draft.extras.phone_calling_code;
  for (const [name, list] of Object.entries(points)) {
    const read =
      name === 'phones'
        ? list.map((point) => ({ ...point, value: withCode(readPhone(point.value), code) }))
        : list;
    draft.given[name] = behindWhole(draft.given[name], read);
  }
  if (addresses.size > 0) {
    const isOurs = draft.given.addresses !== undefined;
    const read = [...addresses].map(([slot, address]) => {
      const label = address.label ?? labels.get(`addresses ${slot}`);
      const alone = isOurs ? address : withoutRepeats(address);
      return label ? { ...alone, label } : alone;
    });
    draft.given.addresses = behindWhole(draft.given.addresses, read);
  }
  return draft;
}

/** The whole list of a file of ours, whose first entry is also in cells that people change. */
function behindWhole(whole: unknown, read: Record<string, string>[]): unknown {
  if (!Array.isArray(whole) || whole.length === 0) return read;
  return [{ ...whole[0], ...read[0] }, ...whole.slice(1)];
}

/** Twenty keeps the code of the country beside the number. */
function withCode(value: string, code: string | undefined): string {
  return code && !value.startsWith('+') ? `${code} ${value}` : value;
}
