import type { BatchRequest } from '@rapport/contract/records/batches';
import type { Changes, RecordData } from '../data.ts';

/** As many as the API takes at once. */
export const PORTION = 200;

type Operation = BatchRequest['operations'][number];
export type Portion = { account_uuid: string; operations: Operation[] };

/** An action on many records, and how far it has come. It can be set aside and continued. */
export type Job = {
  /** The keys of its requests begin so: a repeated request is not done twice. */
  id: string;
  action: 'update' | 'delete' | 'restore';
  isUndo: boolean;
  portions: Portion[];
  /** The earlier values of the changed fields, for each operation. */
  before: Changes[][];
  /** For each answered portion: the new version of each record, or null if it was refused. */
  reached: (number | null)[][];
};

export function deletingJob(records: RecordData[]): Job {
  return newJob('delete', records, () => ({}));
}

export function editingJob(records: RecordData[], changesOf: (record: RecordData) => Changes): Job {
  return newJob('update', records, changesOf);
}

function newJob(
  action: 'update' | 'delete',
  records: RecordData[],
  changesOf: (record: RecordData) => Changes,
): Job {
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
  const before = parts.map((part) =>
    part.map((record) =>
      Object.fromEntries(Object.keys(changesOf(record)).map((name) => [name, record[name]])),
    ),
  );
  return { id: crypto.randomUUID(), action, isUndo: false, portions, before, reached: [] };
}

/** A batch is about one Account. */
function inPortions(records: RecordData[]): RecordData[][] {
  const byAccount = Object.values(Object.groupBy(records, ({ account_uuid }) => account_uuid));
  return byAccount.flatMap((some = []) =>
    Array.from({ length: Math.ceil(some.length / PORTION) }, (_, index) =>
      some.slice(index * PORTION, (index + 1) * PORTION),
    ),
  );
}

/**
 * The job that takes back all that was done. Records changed by somebody else since are refused by
 * their version.
 */
export function undoing(job: Job): Job {
  const portions = job.reached.map(
    (versions, index): Portion => ({
      account_uuid: job.portions[index]!.account_uuid,
      operations: versions.flatMap((version, place): Operation[] => {
        const uuid = job.portions[index]!.operations[place]!.uuid!;
        if (version === null) return [];
        if (job.action === 'delete') return [{ action: 'restore', uuid }];
        return [{ action: 'update', uuid, version, data: job.before[index]![place]! }];
      }),
    }),
  );
  return {
    id: crypto.randomUUID(),
    action: job.action === 'delete' ? 'restore' : 'update',
    isUndo: true,
    portions: portions.filter(({ operations }) => operations.length > 0),
    before: [],
    reached: [],
  };
}

/** The rest of a job: what was not reached, and what was refused. */
export function rest(job: Job): Job {
  const isLeft = (index: number, place: number) => (job.reached[index]?.[place] ?? null) === null;
  const portions = job.portions.map(({ account_uuid, operations }, index) => ({
    account_uuid,
    operations: operations.filter((_, place) => isLeft(index, place)),
  }));
  return {
    ...job,
    id: crypto.randomUUID(),
    portions: portions.filter(({ operations }) => operations.length > 0),
    reached: [],
  };
}

/** How many of all were tried, and with how many it worked. */
export function countsOf({ portions, reached }: Job): { all: number; tried: number; done: number } {
  return {
    all: portions.reduce((sum, { operations }) => sum + operations.length, 0),
    tried: reached.flat().length,
    done: reached.flat().filter((version) => version !== null).length,
  };
}

export function isWhole({ portions, reached }: Job): boolean {
  return reached.length === portions.length;
}

/** The records that it is about. */
export function uuidsOf({ portions }: Job): string[] {
  return portions.flatMap(({ operations }) => operations.map(({ uuid }) => uuid!));
}
