import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { LiveMessages, Nudge } from '@rapport/contract/live';
import sql from 'sql-template-tag';
import type { Caller } from '../access/caller.ts';
import { accountsIn, reachOf } from '../access/reach.ts';
import { isWhole } from '../access/scope.ts';
import type { Database } from '../platform/database/database.ts';
import type { Subscription } from '../platform/database/listen.ts';
import { notesIn } from '../platform/database/notes.ts';
import { Problem } from '../platform/problem.ts';
import { Heard } from './heard.ts';
import { LIVE_CHANNEL, type Note } from './nudge.ts';
import { type Audience, isFor, nudgesOf } from './rules.ts';
import { seenNotes } from './seen-notes.ts';

/** The most open streams: a browser has one, whatever the number of its windows. */
const STREAMS_OF_USER_MAX = 20;
const STREAMS_MAX = 5_000;

/** The least pause between two messages of a stream, as each asks who is calling. */
const PAUSE_MS = 300;

/** More notes that wait for one message are not kept one by one: the page reads all again. */
const NOTES_MAX = 500;

/** An idle stream sends something so often: proxies keep it open, and a lost one is noticed. */
const PULSE_INTERVAL_MS = 15_000;

/** A reader who has left so much unread for a pulse is gone. */
const UNREAD_MAX_BYTES = 16_384;

type Stream = {
  audience: Audience;
  callerNow: () => Promise<Caller | Problem>;
  out: Readable;
  /** What is to be told; null when that is too much. */
  notes: Note[] | null;
  isTelling: boolean;
  isEnded: boolean;
};

/** The streams of this process. They share one connection that listens. */
export class LiveStreams {
  readonly #db: Pick<Database, 'listen' | 'query' | 'transaction'>;
  readonly #streams = new Set<Stream>();
  readonly #onError: (error: Error) => void;
  readonly #heard = new Heard(() => performance.now());
  #listening: Promise<Subscription> | null = null;
  #pulses: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(db: Database, onError: (error: Error) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** The number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /**
   * Opens a stream of server-sent events (HTML, §9.2) with `LiveMessages` for the caller. It begins
   * with what was told in the last `missed_ms`. It ends when its reader is `gone` or stops reading,
   * when `callerNow` refuses, and at `close`. Refused when there are too many.
   */
  async open(
    caller: Caller,
    callerNow: () => Promise<Caller | Problem>,
    missed_ms: number | undefined,
    gone: AbortSignal,
  ): Promise<Readable | Problem> {
    const { user_uuid } = caller;
    const own = [...this.#streams].filter(({ audience }) => audience.user_uuid === user_uuid).length;
    if (own >= STREAMS_OF_USER_MAX || this.#streams.size >= STREAMS_MAX) {
      const detail = `At most ${STREAMS_OF_USER_MAX} streams of a User are open at a time, and ${STREAMS_MAX} of all. Close one, or read the events instead (GET /api/v2/events).`;
      return new Problem('limit_reached', detail);
    }
    const out = new Readable({ read() {} });
    const stream: Stream = {
      audience: audienceOf(caller),
      callerNow,
      out,
      notes: [],
      isTelling: false,
      isEnded: false,
    };
    this.#streams.add(stream);
    out.once('close', () => this.#streams.delete(stream));
    try {
      await this.#listen();
    } catch (error) {
      out.destroy();
      throw error;
    }
    push(stream, 'pulse', {});
    if (missed_ms !== undefined) this.#pass(stream, this.#heard.ofLast(missed_ms));
    if (this.#isClosed) end(stream);
    if (gone.aborted) out.destroy();
    else gone.addEventListener('abort', () => out.destroy());
    return out;
  }

  /** What was told in the last `missed_ms` and is for the caller; null when it is not all known. */
  async recent(caller: Caller, missed_ms: number): Promise<Nudge[] | null> {
    await this.#listen();
    const notes = this.#heard.ofLast(missed_ms)?.filter((note) => isFor(note, audienceOf(caller)));
    const seen = notes && (await seenNotes(this.#db, reachOf(caller), caller.user_uuid, notes));
    return seen ? nudgesOf(seen) : null;
  }

  /** Ends all streams, so that the server can stop. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#pulses);
    for (const stream of this.#streams) end(stream);
    const listening = await this.#listening?.catch(() => null);
    await listening?.close();
  }

  /**
   * Listens from the start, so that the first reader has missed nothing. After a failure the next
   * reader tries again.
   */
  begin(): void {
    this.#listen().catch(this.#onError);
  }

  #listen(): Promise<Subscription> {
    this.#listening ??= this.#beginListening().catch((error) => {
      this.#listening = null;
      throw error;
    });
    return this.#listening;
  }

  async #beginListening(): Promise<Subscription> {
    // A process that ended may have committed what it did not tell. The one after it says so.
    await this.#db.query(sql`SELECT pg_notify(${LIVE_CHANNEL}, '')`);
    const subscription = await this.#db.listen(LIVE_CHANNEL, (payload) => this.#hear(payload));
    this.#heard.begin();
    this.#pulses ??= setInterval(() => this.#pulse(), PULSE_INTERVAL_MS).unref();
    return subscription;
  }

  /** Passes on what was committed. An empty payload says that something may have been lost. */
  #hear(payload: string): void {
    const notes = payload === '' ? null : notesIn(payload).map((line) => JSON.parse(line) as Note);
    if (notes === null) this.#heard.begin();
    else this.#heard.add(notes);
    for (const stream of this.#streams) this.#pass(stream, notes);
  }

  /** Has a stream tell those of the notes that are for it; null: all may have changed. */
  #pass(stream: Stream, notes: Note[] | null): void {
    const own = notes?.filter((note) => isFor(note, stream.audience)) ?? null;
    if (own?.length !== 0) this.#take(stream, own);
  }

  #take(stream: Stream, notes: Note[] | null): void {
    const all = notes === null || stream.notes === null ? null : [...stream.notes, ...notes];
    stream.notes = all !== null && all.length > NOTES_MAX ? null : all;
    if (stream.isTelling) return;
    stream.isTelling = true;
    this.#tell(stream).catch((error) => {
      this.#onError(error);
      // The reader connects again, and reads all that it shows.
      end(stream);
    });
  }

  /** Tells what waits, to whom may read it now. */
  async #tell(stream: Stream): Promise<void> {
    while (stream.notes === null || stream.notes.length > 0) {
      // A stream whose reader is slow tells all it has missed at once, later.
      if (stream.out.readableLength < UNREAD_MAX_BYTES) {
        const caller = await stream.callerNow();
        if (caller instanceof Problem) return end(stream);
        const before = stream.audience;
        stream.audience = audienceOf(caller);
        const waiting = stream.notes?.filter((note) => isFor(note, stream.audience)) ?? null;
        stream.notes = [];
        const notes = waiting && (await seenNotes(this.#db, reachOf(caller), caller.user_uuid, waiting));
        if (isOther(before, stream.audience)) push(stream, 'access', {});
        if (waiting === null) push(stream, 'missed', {});
        else if (notes === null) push(stream, 'access', {});
        else if (notes.length > 0) push(stream, 'changed', { changes: nudgesOf(notes) });
      }
      await delay(PAUSE_MS, null, { ref: false });
      if (stream.isEnded || stream.out.destroyed) return;
    }
    stream.isTelling = false;
  }

  #pulse(): void {
    for (const stream of this.#streams) {
      if (stream.out.readableLength > UNREAD_MAX_BYTES) stream.out.destroy();
      else push(stream, 'pulse', {});
    }
  }
}

function audienceOf(caller: Caller): Audience {
  const reach = reachOf(caller);
  return {
    user_uuid: caller.user_uuid,
    account_uuids: new Set(accountsIn(reach)),
    is_user: isWhole(caller),
    scope: reach.scope,
    sight: reach.sight,
  };
}

function isOther(before: Audience, now: Audience): boolean {
  const { account_uuids } = before;
  return (
    !isDeepStrictEqual(before.sight, now.sight) ||
    account_uuids.size !== now.account_uuids.size ||
    now.account_uuids.difference(account_uuids).size > 0
  );
}

function push<Name extends keyof LiveMessages>(
  { out, isEnded }: Stream,
  name: Name,
  data: LiveMessages[Name],
): void {
  if (!isEnded && !out.destroyed) out.push(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

function end(stream: Stream): void {
  if (stream.isEnded) return;
  stream.isEnded = true;
  stream.out.push(null);
}
