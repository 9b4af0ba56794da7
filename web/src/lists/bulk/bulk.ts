import type { BatchRequest } from '@rapport/contract/records/batches';
import type { Changes, RecordData } from '../../fields/data.ts';

/** The API's limit for one batch. */
export const PORTION = 200;

type Operation = BatchRequest['operations'][number];
type Portion = { account_uuid: string; operations: Operation[] };

/** An action on many records and its progress. It can be interrupted and continued. */
export type Bulk = {
  /**
   * Begins the idempotency keys of the bulk change's requests, so that a repeated request does
   * nothing twice.
   */
  id: string;
  action: 'update' | 'delete';
  portions: Portion[];
  /** The change of each Account, by its uuid, which the first answer names. */
  changes: Record<string, string>;
  /** For each answered portion: the new version of each record, or null if it was refused. */
  reached: (number | null)[][];
};

export function bulkDeletion(records: RecordData[]): Bulk {
  return newBulk('delete', records, () => ({}));
}

export function bulkEdit(records: RecordData[], changesOf: (record: RecordData) => Changes): Bulk {
  return newBulk('update', records, changesOf);
}

function newBulk(
  action: 'update' | 'delete',
  records: RecordData[],
  changesOf: (record: RecordData) => Changes,
): Bulk {
  const parts = inPortions(records);
  const portions = parts.map((part) => ({
    account_uuid: part[0]!.account_uuid,
    operations: part.map((record): Operation => {
      const { uuid, version } = record;
      return action === 'delete'
        ? { action, uuid, version }
        : { action, uuid, version, data: changesOf(record) };
    }),
  }));
  return { id: crypto.randomUUID(), action, portions, changes: {}, reached: [] };
}

/** Splits the records by Account, because the API accepts only one Account in a batch. */
function inPortions(records: RecordData[]): RecordData[][] {
  const byAccount = Object.values(Object.groupBy(records, ({ account_uuid }) => account_uuid));
  return byAccount.flatMap((some = []) =>
    Array.from({ length: Math.ceil(some.length / PORTION) }, (_, index) =>
      some.slice(index * PORTION, (index + 1) * PORTION),
    ),
  );
}

/** Returns a bulk change with the operations that were not sent or were refused. */
export function rest(bulk: Bulk): Bulk {
  const isLeft = (index: number, place: number) => (bulk.reached[index]?.[place] ?? null) === null;
  const portions = bulk.portions.map(({ account_uuid, operations }, index) => ({
    account_uuid,
    operations: operations.filter((_, place) => isLeft(index, place)),
  }));
  return {
    ...bulk,
    id: crypto.randomUUID(),
    portions: portions.filter(({ operations }) => operations.length > 0),
    changes: {},
    reached: [],
  };
}

/** Returns the number of all records, of those tried and of those changed. */
export function countsOf({ portions, reached }: Bulk): { all: number; tried: number; done: number } {
  return {
    all: portions.reduce((sum, { operations }) => sum + operations.length, 0),
    tried: reached.flat().length,
    done: reached.flat().filter((version) => version !== null).length,
  };
}

export function isWhole({ portions, reached }: Bulk): boolean {
  return reached.length === portions.length;
}

/** Returns the uuids of the bulk change's records. */
export function uuidsOf({ portions }: Bulk): string[] {
  return portions.flatMap(({ operations }) => operations.map(({ uuid }) => uuid!));
}
