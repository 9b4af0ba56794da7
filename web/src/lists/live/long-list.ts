import type { InfiniteData } from '@tanstack/react-query';
import type { RecordsPage } from '../../fields/cached-lists.ts';
import type { RecordData } from '../../fields/data.ts';
import { type Ask, findPlaces } from './places.ts';

/** The place of a page in its list: which of its parts, and from where on. */
type PageParam = { part: number; cursor: string };

export type LoadedList = InfiniteData<RecordsPage, PageParam>;

/** The changed records of a part of a list, in its order, each before a row: null for the end. */
type Taken = { part: number; records: { record: RecordData; before: string | null }[] };

/** Asks for the records of a part of a list. `count` is of the whole list. */
export type AskList = { ask: (part: number) => Ask; count: () => Promise<number | undefined> };

/**
 * Reads those of the records that belong to a list of which many pages are loaded, and where: with
 * a few requests, whatever its length.
 */
export async function readNamed(
  list: LoadedList,
  uuids: string[],
  { ask, count }: AskList,
): Promise<(now: LoadedList) => LoadedList> {
  const parts = [...new Set(list.pageParams.map(({ part }) => part))];
  const [counted, ...taken] = await Promise.all([
    count(),
    ...parts.map(async (part): Promise<Taken> => {
      const rows = rowsOf(list, part).filter((uuid) => !uuids.includes(uuid));
      const placed = await findPlaces(ask(part), uuids, rows);
      return {
        part,
        records: placed.map((one) => ({ record: one.record, before: rows[one.place] ?? null })),
      };
    }),
  ]);
  return (now) => withCount(withTaken(now, uuids, taken), counted);
}

function rowsOf({ pages, pageParams }: LoadedList, part: number): string[] {
  return pages.flatMap(({ data }, at) => (pageParams[at]!.part === part ? data.map(({ uuid }) => uuid) : []));
}

/**
 * The list with the changed records where they belong, and without those that do not. One behind
 * the last loaded row comes with the next page. One's own newer change stays.
 */
function withTaken(list: LoadedList, uuids: string[], taken: Taken[]): LoadedList {
  const before = new Map(list.pages.flatMap(({ data }) => data.map((record) => [record.uuid, record])));
  const left = list.pages.map((page) => ({
    ...page,
    data: page.data.filter(({ uuid }) => !uuids.includes(uuid)),
  }));
  const pages = left.map((page, at) => {
    const { part } = list.pageParams[at]!;
    const isEnd = page.next_cursor === null;
    const own = taken.find((one) => one.part === part)?.records ?? [];
    const coming = own.map(({ record, ...place }) => ({
      ...place,
      record: newerOf(before.get(record.uuid), record),
    }));
    const rows = page.data.flatMap((row) => [
      ...coming.flatMap((one) => (one.before === row.uuid ? [one.record] : [])),
      row,
    ]);
    const last = isEnd ? coming.flatMap((one) => (one.before === null ? [one.record] : [])) : [];
    return { ...page, data: [...rows, ...last] };
  });
  return { ...list, pages };
}

function newerOf(known: RecordData | undefined, read: RecordData): RecordData {
  return known !== undefined && known.version > read.version ? known : read;
}

function withCount(list: LoadedList, count: number | undefined): LoadedList {
  if (count === undefined) return list;
  return { ...list, pages: list.pages.map((page, at) => (at === 0 ? { ...page, count } : page)) };
}
