import type { Queryable } from '../../platform/database/database.ts';
import type { Ownership } from '../../platform/workers/ownership.ts';
import * as queries from './read-queries.ts';
import { ALL_IN_TABLE, type Receiver } from './receiver.ts';
import type { Receivers } from './receivers.ts';

/** More changes than these at once are found by a scan, which holds few of them in memory. */
const CHANGES_MAX = 10_000;

/** The most receivers in one page of a scan, and in one refill. */
const SCAN_PAGE = 500;
const REFILL_PAGE = 100;

/**
 * The snapshot before the first look, which reads no changes: the scan that it starts finds all.
 */
const NO_SNAPSHOT = '1:1:';

type ReaderOptions = {
  /** A single connection: another one may lead to another database, with other transaction ids. */
  db: Queryable;
  ownership: Ownership;
};

/**
 * Finds the deliveries that wait, without writing. A look reads what was committed since the last
 * look. A scan reads all receivers from the start: in the beginning, for new shards, after a failed
 * look, and on another connection. A connection lives a minute.
 */
export class Reader {
  readonly #options: ReaderOptions;
  readonly #receivers: Receivers;
  #snapshot = NO_SNAPSHOT;
  #mustScan = true;
  #backend: number | null = null;
  /** The receiver that the scan has come to; null when none is under way. */
  #scanned: string | null = ALL_IN_TABLE;

  constructor(options: ReaderOptions, receivers: Receivers) {
    this.#options = options;
    this.#receivers = receivers;
  }

  /** Has the next `read` begin a scan, because shards have come or gone. */
  restart(): void {
    this.#mustScan = true;
  }

  /** Reads once what is new, and goes on with scan and refills. Returns whether there is more. */
  async read(): Promise<boolean> {
    await this.#look();
    await this.#scan();
    await this.#refill();
    return this.#mustScan || this.#scanned !== null || this.#receivers.isHungry;
  }

  async #look(): Promise<void> {
    const { db, ownership } = this.#options;
    const limit = this.#mustScan ? 0 : CHANGES_MAX;
    this.#mustScan = false;
    try {
      const look = await queries.lookForChanges(db, this.#snapshot, ownership.shards, limit);
      const isComplete = limit > 0 && look.backend === this.#backend && look.changes.length < CHANGES_MAX;
      this.#snapshot = look.snapshot;
      this.#backend = look.backend;
      if (isComplete) await this.#take(look.changes);
      else this.#scanned = ALL_IN_TABLE;
    } catch (error) {
      this.#mustScan = true;
      throw error;
    }
  }

  /** Loads changed receivers before their deliveries, whose fate the change may decide. */
  async #take(changes: queries.Change[]): Promise<void> {
    const receivers = this.#receivers;
    const isKnown = (row: queries.Change) => receivers.get(row.subscription_uuid) !== undefined;
    await this.#load(changes.filter((row) => isKnown(row) === (row.uuid === null)));
    const touched = new Set<Receiver>();
    for (const { subscription_uuid, uuid, due_at } of changes) {
      const receiver = receivers.get(subscription_uuid);
      if (!receiver || uuid === null) continue;
      if (due_at === null) receiver.add(uuid);
      else receiver.addRetry(Date.parse(due_at));
      touched.add(receiver);
    }
    for (const receiver of touched) receivers.place(receiver);
  }

  /** Reads what is known of these receivers. */
  async #load(rows: { subscription_uuid: string }[]): Promise<void> {
    const uuids = [...new Set(rows.map(({ subscription_uuid }) => subscription_uuid))];
    if (uuids.length === 0) return;
    const { db, ownership } = this.#options;
    for (const endpoint of await queries.readEndpoints(db, uuids))
      if (ownership.owns(endpoint.subscription_uuid)) this.#receivers.put(endpoint);
  }

  /** Reads one page of the scan. The deliveries of its receivers are all read again. */
  async #scan(): Promise<void> {
    if (this.#scanned === null) return;
    const { db, ownership } = this.#options;
    const receivers = this.#receivers;
    if (this.#scanned === ALL_IN_TABLE)
      for (const receiver of receivers.all()) if (receiver.isIdle) receivers.drop(receiver);
    const page = await queries.listReceivers(db, this.#scanned, SCAN_PAGE);
    const own = page.filter(({ subscription_uuid }) => ownership.owns(subscription_uuid));
    await this.#load(own);
    for (const { subscription_uuid } of own) {
      const receiver = receivers.get(subscription_uuid);
      receiver?.reload();
      if (receiver) receivers.place(receiver);
    }
    this.#scanned = page.length < SCAN_PAGE ? null : page.at(-1)!.subscription_uuid;
  }

  /** Reads the next deliveries of receivers that have used up theirs. */
  async #refill(): Promise<void> {
    const receivers = this.#receivers.takeHungry(REFILL_PAGE);
    if (receivers.length === 0) return;
    const asked = receivers.map((receiver) => ({
      receiver,
      subscription_uuid: receiver.uuid,
      after: receiver.beginRefill(),
    }));
    try {
      const rows = await queries.readNext(this.#options.db, asked);
      const found = Map.groupBy(rows, ({ subscription_uuid }) => subscription_uuid);
      for (const { receiver, after } of asked) {
        const { first = [], retries = [] } = Object.groupBy(found.get(receiver.uuid) ?? [], ({ due_at }) =>
          due_at === null ? 'first' : 'retries',
        );
        receiver.refill({ after, first, retries }, this.#receivers.now_ms);
      }
    } catch (error) {
      for (const receiver of receivers) receiver.cancelRefill();
      throw error;
    } finally {
      for (const receiver of receivers) this.#receivers.place(receiver);
    }
  }
}
