import { LINE_BREAKING } from '@rapport/contract/fields';
import type { PlannedColumn, PlannedFile } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import { instantIn, type Moment, readMoment, sayYearless } from '../../platform/cells/days.ts';
import { readAmount, readNumber } from '../../platform/cells/numbers.ts';
import { domainIn } from '../../platform/host-name.ts';
import { splitTags } from '../../platform/sheets/tags.ts';
import { currencyOf } from '../../records/custom-fields/read.ts';
import { type ColumnAnalysis, hasFractions } from './analysis.ts';
import { saysNothing } from './cells/empty.ts';
import { textOfHtml } from './cells/html.ts';
import { plainLabel, valuesIn } from './cells/lists.ts';
import { minutesIn } from './cells/minutes.ts';
import { readEmail, readWebsite } from './cells/reach.ts';
import { readChoice, readYes, saysDeleted } from './cells/words.ts';
import type { Draft } from './draft.ts';
import type { KeptFile } from './kept-file.ts';
import { type MoneyCells, signInName } from './money-cells.ts';
import type { ImportedKind } from './presets/preset.ts';
import { type CustomReading, customReader, handOf } from './read-custom.ts';
import { DEFINITIONS, type TargetField } from './targets.ts';

/** What the cells of a file mean: the styles of the file, and what words mean. */
export type Reading = CustomReading & {
  kind: ImportedKind;
  is_csv: boolean;
  /** What the columns have as a whole. */
  analyses: readonly ColumnAnalysis[];
  /** Who the ids of the source's Users are. */
  people: NonNullable<KeptFile['people']>;
};

type Points = Record<string, { label?: string; value: string }[]>;
type Addresses = Map<string, Record<string, string>>;
/** A row that is being read, with the parts of its lists. */
export type Cells = {
  draft: Draft;
  points: Points;
  labels: Map<string, string>;
  addresses: Addresses;
  money: MoneyCells;
};
/** Reads a cell into the row. */
export type Reader = (text: string, cells: Cells) => void;

const POINTS_MAX = 20;

/** What stands between several values of one cell in files of address books. */
export const BETWEEN = ' ::: ';

/** The label that Google gives to everybody in an address book says nothing of anybody. */
const ALL_OF_GOOGLE = /^\* ?my ?contacts$/i;

type MakeReader = (reading: Reading, column: PlannedColumn, target: TargetField) => Reader;

/** Leaves a cell out, and says why. */
export function lose({ draft }: Cells, { column }: PlannedColumn, text: string, detail: string): void {
  draft.losses.push({ column, cell: cutTo(text, 200), detail });
}

/** Sets a field, unless an earlier column of the row has. */
function set({ draft: { given } }: Cells, field: string, value: unknown): void {
  given[field] ??= value;
}

/** Sets a custom field, unless an earlier column of the row has. */
function setCustom({ draft: { given } }: Cells, key: string, value: unknown): void {
  const custom = (given.custom ?? {}) as Record<string, unknown>;
  given.custom = custom;
  custom[key] ??= value;
}

/** How the cells of a column are read, by the type of what it becomes. */
export const READERS: Record<TargetField['type'], MakeReader> = {
  text: ({ kind }, column, { field }) => {
    const max = maxLengthOf(kind, field!);
    const isOfLines = DEFINITIONS[kind].fields[field!].format === 'markdown';
    return (whole, cells) => {
      const text = isOfLines ? whole : withoutBreaks(whole);
      if (text.length > max) lose(cells, column, text, `The text is cut after ${max} characters.`);
      set(cells, field!, cutTo(text, max));
    };
  },
  code:
    (_reading, _column, { field }) =>
    (text, cells) =>
      set(cells, field!, text.trim()),
  currency: (reading, column, { field }) => {
    const hand = handOf(reading);
    return (text, { money }) => {
      money.currency ??= { column, text, field: field!, code: currencyOf({ sign: text, digits: '' }, hand) };
    };
  },
  website:
    (_reading, column, { field }) =>
    (text, cells) => {
      const address = readWebsite(text);
      if (address) set(cells, field!, address);
      else lose(cells, column, text, `"${short(text)}" is no address of a website.`);
    },
  choice:
    ({ kind, values }, column, { field, choices }) =>
    (text, cells) => {
      const name = `${kind}.${field}`;
      const chosen = values[name];
      const value = chosen && Object.hasOwn(chosen, text) ? chosen[text] : readChoice(name, choices!, text);
      if (value) set(cells, field!, value);
      else if (value === undefined || !chosen) {
        lose(cells, column, text, `"${short(text)}" is none of ${choices!.join(', ')}.`);
      }
    },
  moment: (reading, column) => momentReader(reading, column),
  day:
    ({ file, time_zone }, column, { field }) =>
    (text, cells) => {
      const yearless = sayYearless(text) ?? (DAY_AND_MONTH.test(text) ? text : null);
      // A field of days has no place for it, so it stays a text that people can read.
      if (yearless) return setCustom(cells, column.column, yearless);
      const moment = readMoment(text, file.day_order ?? 'dmy');
      if (!moment) return lose(cells, column, text, `"${short(text)}" is no day.`);
      set(cells, field!, moment.day);
      // Many exporters write midnight where they mean the day alone.
      if (moment.time !== null && moment.time !== '00:00:00')
        cells.draft.moments[field!] ??= foundAt(moment, time_zone);
    },
  amount: (reading, column, { field }) => {
    const hand = handOf(reading);
    const currency_field = DEFINITIONS[reading.kind].fields[field!].currency!;
    const sign = signInName(column.column);
    const inName = sign === null ? null : currencyOf({ sign, digits: '' }, hand);
    return (text, cells) => {
      if (cells.money.amount) return;
      const amount = readAmount(text, hand.decimal);
      if (amount === null)
        return lose(cells, column, text, `"${short(text)}" is no amount, with a currency or without.`);
      const currency = amount.sign === null ? null : currencyOf(amount, hand);
      if (amount.sign !== null && currency === null)
        return lose(cells, column, text, `Nobody has said which currency "${amount.sign}" is.`);
      cells.money.amount = { column, text, field: field!, currency_field, currency, inName };
      set(cells, field!, amount.digits);
    };
  },
  percent: ({ file, analyses }, column, { field }) => {
    const isFraction = hasFractions(analyses[file.columns.indexOf(column)]!);
    return (text, cells) => {
      const written = text.trim();
      const hasSign = written.endsWith('%');
      const number = readNumber(hasSign ? written.slice(0, -1) : written, file.decimal ?? '.');
      if (number === null) return lose(cells, column, text, `"${short(text)}" is no number of per cent.`);
      set(cells, field!, Math.round(Number(number) * (isFraction && !hasSign ? 100 : 1)));
    };
  },
  integer: ({ file }, column, { field }) => {
    const read = numberReader(file, column, (text) => Math.round(Number(text)), field!);
    if (!field!.endsWith('_min')) return read;
    return (text, cells) => {
      const minutes = minutesIn(text);
      if (minutes === null) read(text, cells);
      else if (minutes > 0) set(cells, field!, minutes);
    };
  },
  seconds:
    (_reading, column, { field }) =>
    (text, cells) => {
      const seconds = readNumber(text, '.');
      if (seconds === null) return lose(cells, column, text, `"${short(text)}" is no number.`);
      // A short call is none of 0 minutes. Exporters write 0 for what was no call.
      if (Number(seconds) > 0) set(cells, field!, Math.max(1, Math.round(Number(seconds) / 60)));
    },
  boolean:
    (_reading, column, { field }) =>
    (text, cells) => {
      const value = readYes(text);
      if (value === null) lose(cells, column, text, `"${short(text)}" is neither yes nor no.`);
      else if (value || cells.draft.given[field!] === undefined) cells.draft.given[field!] = value;
    },
  tags:
    (_reading, _column, { field }) =>
    (text, cells) => {
      // Commas and semicolons within quotes belong to a tag: so our own files have them.
      const parts = /:::|^\s*\[|\n/.test(text) ? valuesIn(text, /[,;\n]/) : splitTags(text);
      const tags = parts
        .filter((part) => !ALL_OF_GOOGLE.test(part))
        .map(plainLabel)
        .filter(Boolean);
      const before = (cells.draft.given[field!] as string[] | undefined) ?? [];
      cells.draft.given[field!] = [...new Set([...before, ...tags])].slice(0, 50);
    },
  user:
    ({ values }, column, { field }) =>
    (text, cells) => {
      const uuid = values.user && Object.hasOwn(values.user, text) ? values.user[text] : undefined;
      if (uuid) set(cells, field!, uuid);
      else if (uuid === undefined)
        lose(cells, column, text, `No User of the Account is called "${short(text)}".`);
    },
  stage:
    () =>
    (text, { draft }) => {
      draft.stage = text;
    },
  email: (_reading, column) => (text, cells) => {
    for (const part of valuesIn(text, /[,;\n]/)) {
      if (saysNothing(part)) continue;
      const value = readEmail(part);
      if (value) addPoint(cells, 'emails', column, value);
      else lose(cells, column, text, `"${short(part)}" is no e-mail address.`);
    }
  },
  phone: (_reading, column) => (text, cells) => {
    for (const part of valuesIn(text)) {
      // A list of ours holds what the record has already.
      const isOurs = cells.draft.given.phones !== undefined;
      if (!isOurs && saysNothing(part)) continue;
      if (isOurs || /\p{Nd}/u.test(part)) addPoint(cells, 'phones', column, cutTo(part, 254));
      else lose(cells, column, text, `"${short(part)}" is no phone number.`);
    }
  },
  address: ({ kind }, column, { part }) => {
    const max = ADDRESS_MAX[part!] ?? 100;
    return (text, cells) => {
      // Address books join what several addresses of one label have.
      for (const [place, own] of text.split(BETWEEN).entries()) {
        if (own.trim() === '') continue;
        const key = `${column.slot ?? column.label ?? ''}${place === 0 ? '' : ` ${place + 1}`}`;
        const address = cells.addresses.get(key) ?? (column.label ? { label: column.label } : {});
        address[part!] ??= cutTo(inOneLine(own), max);
        cells.addresses.set(key, address);
        if (own.length > max)
          lose(cells, column, own, `The text of a ${kind} is cut after ${max} characters.`);
      }
    };
  },
  label:
    (_reading, column, { field }) =>
    (text, cells) => {
      cells.labels.set(`${field} ${column.slot}`, plainLabel(text.split(':::')[0]!));
    },
  link:
    ({ kind }, column) =>
    (text, cells) => {
      // HubSpot joins the names of several records as it does their ids, and so do our exports.
      const isOurs =
        column.column === 'contact_name' || (kind === 'contact' && column.column === 'client_name');
      const isJoined = isOurs || /^associated /i.test(column.column);
      const read = LINKED_BY[column.to!] ?? (isJoined ? (name: string) => name : undefined);
      const texts = read
        ? valuesIn(text, isJoined ? /[;\n]/ : /[;,\n]/).flatMap((part) => read(part) ?? [])
        : [withoutBreaks(text)];
      if (read && texts.length === 0) return lose(cells, column, text, `"${short(text)}" names nobody.`);
      cells.draft.links.push({ to: column.to!, column: column.column, texts: texts.slice(0, 20) });
    },
  custom: (reading, column) => {
    const key = column.key ?? column.column;
    const read = customReader(reading, column);
    return (text, cells) => {
      const value = read(text);
      if (value === undefined) return lose(cells, column, text, `"${short(text)}" is no ${column.type}.`);
      setCustom(cells, key, value);
    };
  },
  whole:
    (_reading, column, { field }) =>
    (text, cells) => {
      const { given } = cells.draft;
      try {
        const value: unknown = JSON.parse(text);
        given[field!] = field === 'custom' ? { ...(given.custom as object), ...(value as object) } : value;
      } catch {
        lose(cells, column, text, `"${short(text)}" is not what an export writes.`);
      }
    },
  extra:
    (_reading, column) =>
    (text, { draft }) => {
      const reason = SKIPPING[column.to!];
      if (reason !== undefined) draft.skipped ??= saysDeleted(text) ? reason : null;
      else draft.extras[column.to!] ??= column.to === 'html' ? textOfHtml(text) : withoutBreaks(text);
    },
};

/** A day and a month in either order, as mailing lists have birthdays: `04/12`. */
const DAY_AND_MONTH = /^\d{1,2}[/.-]\d{1,2}\.?$/;

/** What names a record by something else than what it is called. */
const LINKED_BY: Record<string, (text: string) => string | null> = {
  ...Object.fromEntries(
    ['client', 'contact', 'deal', 'record'].map((kind) => [`${kind}_id`, (id: string) => id]),
  ),
  client_domain: domainIn,
  contact_email: (text) => readEmail(text)?.toLowerCase() ?? null,
};

/** Why a row is left out, by the target of the column that says so. */
export const SKIPPING: Record<string, string> = {
  skip: 'It is deleted in the source.',
  converted: 'It was converted in the source: the person is among its Contacts.',
};

const ADDRESS_MAX: Record<string, number> = { street: 200, postal_code: 20 };

function momentReader({ kind, file, time_zone }: Reading, column: PlannedColumn): Reader {
  const field = DEFINITIONS[kind].fields[column.to!];
  const isOwn = field?.by === 'caller';
  return (text, cells) => {
    const moment = readMoment(text, file.day_order ?? 'dmy');
    if (!moment) return lose(cells, column, text, `"${short(text)}" is no time.`);
    const found = foundAt(moment, time_zone);
    cells.draft.moments[column.to!] ??= found;
    if (isOwn) set(cells, column.to!, found.at);
  };
}

function foundAt(moment: Moment, time_zone: string): Draft['moments'][string] {
  const { day, time } = moment;
  return { at: instantIn(moment, time_zone).toISOString(), day, hasTime: time !== null };
}

function numberReader(
  { decimal }: PlannedFile,
  column: PlannedColumn,
  as: (text: string) => string | number,
  field: string,
): Reader {
  return (text, cells) => {
    const number = readNumber(text, decimal ?? '.');
    if (number === null) return lose(cells, column, text, `"${short(text)}" is no number.`);
    return set(cells, field, as(number));
  };
}

function addPoint(
  { points, labels }: Cells,
  name: string,
  { label, slot }: PlannedColumn,
  value: string,
): void {
  const list = points[name] ?? [];
  points[name] = list;
  const key = value.toLowerCase();
  if (list.length >= POINTS_MAX || list.some((point) => point.value.toLowerCase() === key)) return;
  const own = label ?? (slot === undefined ? undefined : labels.get(`${name} ${slot}`));
  list.push(own ? { label: own, value } : { value });
}

function maxLengthOf(kind: ImportedKind, field: string): number {
  const { schema } = DEFINITIONS[kind].fields[field] as { schema: Record<string, unknown> };
  const all = [schema, ...((schema.anyOf as Record<string, unknown>[] | undefined) ?? [])];
  return (all.find(({ maxLength }) => maxLength !== undefined)?.maxLength as number | undefined) ?? 200;
}

/** A name that a spreadsheet shows in several lines of a cell, or with signs of control, in one. */
function withoutBreaks(text: string): string {
  return BREAKING.test(text) ? text.replace(BREAKS, ' ').trim() : text;
}

const BREAKING = new RegExp(`[${LINE_BREAKING}]`);
const BREAKS = new RegExp(`(?<!\\s)\\s*[${LINE_BREAKING}][\\s${LINE_BREAKING}]*`, 'g');

function inOneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).join(', ');
}

function short(text: string): string {
  return text.length > 60 ? `${cutTo(text, 60)}…` : text;
}
