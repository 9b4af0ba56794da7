import type { Nudge } from '@rapport/contract/live';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followLive } from '../../api/live.ts';
import type { LiveMessage } from '../../api/live-stream.ts';
import { isOwnChange } from '../../api/own-changes.ts';
import { isShort, type ListState } from '../../fields/cached-lists.ts';
import { abilityOf } from '../../layout/notifying.ts';
import { isAtOnce, isConcerned, isLive, isOfMany, kindAt } from './concerned.ts';
import { watchUse } from './in-use.ts';
import { LongLists } from './long-lists.ts';

/**
 * The first answer to a change gives our own request time to be answered, and many browsers do not
 * ask at the same moment.
 */
const FIRST_MS = { least: 80, spread: 170 };

/** The pause between two readings is at least this, and as long as the last one took. */
const PAUSE_MS = 400;

/** The pause while an import or another large change goes on. */
const PAUSE_OF_MANY_MS = 2_000;

/** How often is looked whether what is shown is still in use. */
const IN_USE_MS = 100;

/** The stream begins when the page has asked for nothing new for so long. */
const QUIET_MS = 1_000;

/** Keeps what the pages show as it is now, whoever changes it. Shows nothing itself. */
export function LivePages() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const use = watchUse();
    const longLists = new LongLists(queryClient);
    const long = new Reading(use.isInUse, (nudges) => longLists.read(nudges));
    const readings = [
      new Reading(
        use.isInUse,
        readAgain(queryClient, (key) => !isAtOnce(key)),
      ),
      new Reading(
        () => false,
        readAgain(queryClient, isAtOnce, () => abilityOf() === 'on'),
      ),
      long,
    ];
    const stopLooking = whenSeen(queryClient, (query) => longLists.isBehind(query) && long.plan());
    const take = (message: LiveMessage) => {
      if (message.name === 'access') forgetOthers(queryClient);
      for (const reading of readings) {
        if (message.name === 'changed') reading.take(message.data.changes);
        // What is within reach may be another altogether.
        else if (message.name !== 'pulse') reading.takeAll();
      }
    };
    const stop = whenQuiet(queryClient, () => followLive(take));
    return () => {
      stop();
      stopLooking();
      use.end();
      for (const reading of readings) reading.end();
    };
  }, [queryClient]);
  return null;
}

/**
 * Has what is not read again by itself, such as a report, be read too: it may show what the User
 * can no longer reach. What is only kept for a way back is forgotten.
 */
function forgetOthers(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive' });
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => !isLive(queryKey),
    refetchType: document.hidden ? 'none' : 'active',
  });
}

/** Calls `begin` when the page has what it shows. Returns the end of what that began. */
function whenQuiet(queryClient: QueryClient, begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => {
      if (queryClient.isFetching() > 0) wait();
      else end = begin();
    }, QUIET_MS);
  };
  wait();
  return () => {
    clearTimeout(timer);
    end?.();
  };
}

/** Calls `look` with queries that are shown anew, also because the window is. */
function whenSeen(queryClient: QueryClient, look: (query: Query) => void): () => void {
  const cache = queryClient.getQueryCache();
  const stop = cache.subscribe(({ type, query }) => type === 'observerAdded' && look(query));
  const see = () => {
    if (!document.hidden) cache.findAll().forEach(look);
  };
  document.addEventListener('visibilitychange', see);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', see);
  };
}

/** What is read again after the nudges: of the queries that are meant, those that are shown. */
function readAgain(
  queryClient: QueryClient,
  isMeant: (key: readonly unknown[]) => boolean,
  isReadUnseen = () => false,
): ReadAgain {
  return async (nudges) => {
    const read = (isNow: (key: readonly unknown[]) => boolean) =>
      queryClient.invalidateQueries({
        predicate: (query) => isNow(query.queryKey) && isMeant(query.queryKey) && isToRead(query, nudges),
        // A window that nobody sees reads when it is seen, or at once to notify by the browser.
        refetchType: document.hidden && !isReadUnseen() ? 'none' : 'active',
      });
    if (nudges !== null) {
      await read(() => true);
    } else {
      // A process that has just started is slow, and members and fields are seldom others.
      await read(isOfRecords);
      void read((key) => !isOfRecords(key));
    }
    return null;
  };
}

function isOfRecords([place]: readonly unknown[]): boolean {
  return kindAt(place as string) !== undefined;
}

/**
 * Reads again what has changed; null for anything. Returns the time after which it wants to go on,
 * or null.
 */
type ReadAgain = (nudges: Nudge[] | null) => Promise<number | null>;

/** Reads again what has changed, at a good moment: all that was told meanwhile at once. */
class Reading {
  readonly #isInUse: () => boolean;
  readonly #readAgain: ReadAgain;
  /** What has changed; null when it may be anything. */
  #nudges: Nudge[] | null = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #pause_until = 0;

  constructor(isInUse: () => boolean, readAgain: ReadAgain) {
    this.#isInUse = isInUse;
    this.#readAgain = readAgain;
  }

  take(nudges: Nudge[]): void {
    this.#nudges?.push(...nudges);
    this.plan();
  }

  takeAll(): void {
    this.#nudges = null;
    this.plan();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Reads soon. */
  plan(): void {
    if (this.#timer !== undefined || this.#isReading) return;
    const first_ms = FIRST_MS.least + Math.random() * FIRST_MS.spread;
    this.#readAfter(Math.max(first_ms, this.#pause_until - performance.now()));
  }

  #readAfter(time_ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!document.hidden && this.#isInUse()) this.#readAfter(IN_USE_MS);
      else void this.#read();
    }, time_ms);
  }

  async #read(): Promise<void> {
    // Our own changes were read when they were answered.
    const nudges = this.#nudges?.filter((nudge) => !isOwnChange(nudge.change_uuid)) ?? null;
    this.#nudges = [];
    this.#isReading = true;
    const began = performance.now();
    const goOn_ms = await this.#readAgain(nudges);
    const now = performance.now();
    const isMany = nudges?.some(isOfMany);
    const read_ms = nudges?.length === 0 ? 0 : now - began;
    const pause_ms = read_ms && Math.max(isMany ? PAUSE_OF_MANY_MS : PAUSE_MS, read_ms);
    this.#pause_until = now + pause_ms;
    this.#isReading = false;
    if (this.#nudges === null || this.#nudges.length > 0) this.plan();
    else if (goOn_ms !== null) this.#readAfter(Math.max(goOn_ms, pause_ms));
  }
}

function isToRead({ queryKey, state }: Query, nudges: Nudge[] | null): boolean {
  // Long ones are for `LongLists`.
  if (queryKey[1] === 'list' && !isShort({ state: state as ListState })) return false;
  return nudges?.some((nudge) => isConcerned(queryKey, nudge)) ?? isLive(queryKey);
}
