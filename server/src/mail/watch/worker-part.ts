import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { enqueue, hasten } from '../../jobs/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Database } from '../../platform/database/database.ts';
import { FailureLog } from '../../platform/process/failure-log.ts';
import { Signal } from '../../platform/process/signal.ts';
import type { Ownership } from '../../platform/workers/ownership.ts';
import type { WorkerPart } from '../../platform/workers/worker-part.ts';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import { isMailProblem } from '../mailboxes/mail-problem.ts';
import { SYNC } from '../mailboxes/password.ts';
import type { AccessCore } from '../oauth/access.ts';
import { signInOf } from '../oauth/sign-in.ts';
import { findMailbox } from '../sync/queries.ts';
import { pauseAfter } from '../sync/rules.ts';
import * as queries from './queries.ts';
import { watch } from './watch.ts';

/** How often a worker looks which mailboxes there are: one query, however many. */
const LOOK_MS = 10_000;

/** Each is a connection. The others are read every two minutes. */
const WATCHES_MAX = 500;

/** How long is waited for a look into the mailbox that is under way, and how often. */
const AGAIN_MS = 2_000;
const TRIES_MAX = 30;

/** A connection that lasts shorter is one that the server does not want. */
const STEADY_MS = 60_000;

/** Others may hear here that a worker leaves its mailboxes to them. */
const CHANNEL = 'mailboxes';

type WatchCore = Core & AccessCore & { db: Database; mail_targets: TargetPolicy; log: FastifyBaseLogger };

/**
 * The part of a worker that waits for mail in the mailboxes of its shards, and has one read when
 * something has come. A mailbox in which nothing happens costs a connection, and no query.
 */
export function openWatches(core: WatchCore, ownership: Ownership): WorkerPart {
  const watches = new Watches(core, ownership);
  ownership.serve({ isBusy: () => false, onRenewed: () => {}, onChange: () => watches.wake() });
  let loop: Promise<void> = Promise.resolve();
  let subscription: { close(): Promise<void> } | null = null;
  return {
    channel: CHANNEL,
    start: async () => {
      subscription = await core.db.listen(CHANNEL, () => watches.wake());
      loop = watches.keep();
    },
    finish: async () => {
      watches.stop();
      await loop;
    },
    close: async () => subscription?.close(),
  };
}

type Watched = { version: number; stopping: AbortController; ended: Promise<void> };

class Watches {
  readonly #core: WatchCore;
  readonly #ownership: Ownership;
  readonly #signal = new Signal();
  readonly #working: FailureLog;
  readonly #stopping = new AbortController();
  readonly #watched = new Map<string, Watched>();
  /** When a mailbox may be connected to again whose server has failed. Times are monotonic. */
  readonly #failed = new Map<string, { version: number; failures: number; until_ms: number }>();

  constructor(core: WatchCore, ownership: Ownership) {
    this.#core = core;
    this.#ownership = ownership;
    this.#working = new FailureLog(core.log, 'wait for mail in mailboxes');
  }

  wake(): void {
    this.#signal.raise();
  }

  stop(): void {
    this.#stopping.abort();
    this.wake();
  }

  /** Looks for mailboxes again and again until it is stopped. Then all connections are closed. */
  async keep(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#signal.lower();
      await this.#working.run(() => this.#look());
      if (signal.aborted) break;
      const waiting = new AbortController();
      const pause = delay(LOOK_MS, null, { signal: waiting.signal, ref: false }).catch(() => {});
      await Promise.race([pause, this.#signal.raised()]);
      waiting.abort();
    }
    for (const { stopping } of this.#watched.values()) stopping.abort();
    await Promise.all([...this.#watched.values()].map(({ ended }) => ended));
  }

  async #look(): Promise<void> {
    const all = this.#ownership.holds ? await queries.listToWatch(this.#core.db) : [];
    const own = all
      .filter(({ uuid }) => this.#ownership.owns(uuid) && !this.#ownership.isLeaving(uuid))
      .slice(0, WATCHES_MAX);
    const byUuid = new Map(own.map((row) => [row.uuid, row]));
    for (const [uuid, { version, stopping }] of this.#watched)
      if (byUuid.get(uuid)?.version !== version) stopping.abort();
    for (const uuid of this.#failed.keys()) if (!byUuid.has(uuid)) this.#failed.delete(uuid);
    for (const row of own) if (!this.#watched.has(row.uuid) && !this.#mustWait(row)) this.#begin(row);
  }

  #mustWait({ uuid, version }: queries.ToWatch): boolean {
    const failed = this.#failed.get(uuid);
    return failed !== undefined && failed.version === version && failed.until_ms > performance.now();
  }

  #begin(row: queries.ToWatch): void {
    const stopping = new AbortController();
    const ended = this.#working
      .run(() => this.#watch(row, stopping.signal))
      .then((isOver) => {
        this.#watched.delete(row.uuid);
        if (isOver === true) return void this.#failed.delete(row.uuid);
        const failures = (this.#failed.get(row.uuid)?.failures ?? 0) + 1;
        const until_ms = performance.now() + pauseAfter(failures);
        this.#failed.set(row.uuid, { version: row.version, failures, until_ms });
      });
    this.#watched.set(row.uuid, { version: row.version, stopping, ended });
  }

  /** Watches one mailbox. Returns true when it may be watched again at once. */
  async #watch(row: queries.ToWatch, signal: AbortSignal): Promise<boolean> {
    const { db, mail_targets } = this.#core;
    const mailbox = await findMailbox(db, row.uuid);
    if (!mailbox || signal.aborted) return true;
    const signed = await signInOf(this.#core, mailbox);
    if (isMailProblem(signed) || signal.aborted) return signal.aborted;
    const { sign_in } = signed;
    const begun = { at_ms: null as number | null };
    let isAsking = false;
    const readSoon = () => {
      if (isAsking) return;
      isAsking = true;
      void this.#working
        .run(() => this.#readSoon(row, signal))
        .finally(() => {
          isAsking = false;
        });
    };
    const onBegin = async () => {
      begun.at_ms = performance.now();
      await queries.setWatched(db, row.uuid, true);
      readSoon();
    };
    await watch(sign_in, mail_targets, { onBegin, onNew: readSoon }, signal);
    // From now on it is read every two minutes, which also finds out what is wrong.
    await queries.setWatched(db, row.uuid, false);
    if (begun.at_ms !== null && !this.#stopping.signal.aborted) readSoon();
    return signal.aborted || (begun.at_ms !== null && performance.now() - begun.at_ms > STEADY_MS);
  }

  /** Has a mailbox be read. A look under way may have passed what is new: it waits for its end. */
  async #readSoon({ uuid, account_uuid }: queries.ToWatch, signal: AbortSignal): Promise<void> {
    const { db } = this.#core;
    const job = { step: { mailbox_uuid: uuid }, account_uuid, key: uuid };
    for (let tries = 0; tries < TRIES_MAX && !this.#stopping.signal.aborted; tries++) {
      const isDue = await db.transaction(
        async (tx) =>
          (await enqueue(this.#core, tx, { name: SYNC }, job)) !== null ||
          (await hasten(this.#core, tx, SYNC, uuid)),
      );
      if (isDue) return;
      await delay(AGAIN_MS, null, { signal, ref: false }).catch(() => {});
    }
  }
}
