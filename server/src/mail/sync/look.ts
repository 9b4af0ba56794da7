import type { FetchMessageObject, ImapFlow } from 'imapflow';
import type { Place } from '../../jobs/job-type.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { TargetPolicy } from '../../webhooks/guard/target.ts';
import type { Bounce } from '../bounces/queries.ts';
import { inMailbox, MAIL_MAX_BYTES, type SignIn } from '../mailboxes/connection.ts';
import { findFolders } from '../mailboxes/folders.ts';
import type { MailProblem } from '../mailboxes/mail-problem.ts';
import type { Head, ReadMail } from '../reading/read-mail.ts';
import { MailReader } from '../reading/reader.ts';
import { type FolderRow, findKnown, type MailboxRow } from './queries.ts';
import {
  type AddressBook,
  askedAddresses,
  directionOf,
  fingerprintOf,
  type MailPerson,
  peopleOf,
  sentAt,
} from './rules.ts';

/** What a step looks at, at the most: its results are written in less than a second. */
const HEADS_MAX = 200;
const BYTES_MAX = 8 * 1024 * 1024;

/** A step ends by itself after this, and goes on in another turn. */
const BEGIN_MAX_MS = 15_000;
const STEP_MAX_MS = 40_000;

/** A report that is longer has the whole mail in it that did not arrive, which is not read. */
const REPORT_MAX_BYTES = 1024 * 1024;

/** A head that is longer is none that a person's program has written. */
const HEAD_MAX_BYTES = 256 * 1024;

const HEADERS = [
  'from',
  'to',
  'cc',
  'date',
  'subject',
  'message-id',
  'in-reply-to',
  'references',
  'content-type',
];

/** A mail to be kept. */
export type FoundMail = Omit<Head, 'people' | 'date' | 'is_report'> &
  ReadMail & {
    people: MailPerson[];
    fingerprint: Buffer;
    direction: 'in' | 'out';
    sent_at: Date;
  };

/** What a step has seen. */
export type Look = {
  folders: FolderRow[];
  found: FoundMail[];
  bounces: Bounce[];
  looked_at: number;
  /** How many are still to be looked at. */
  left: number;
};

/** The turn of the job that looks: when it must end, and its place among others. */
export type Turn = { stopping: AbortSignal; place: Place };

type LookCore = { db: Queryable; clock: Clock; mail_targets: TargetPolicy };

/**
 * Looks at the next mails of a mailbox, the oldest first, and reads those of known people. Of all
 * others only the number is passed on. The server is only read.
 */
export function lookAt(
  core: LookCore,
  mailbox: MailboxRow & { sign_in: SignIn; folders: FolderRow[]; book: AddressBook },
  turn: Turn,
): Promise<Look | MailProblem> {
  return inFolders(core, mailbox, turn, (step, path) => step.readFolder(path));
}

/**
 * Looks for mails of these addresses since the first day, whatever was looked at before. `folders`
 * of the mailbox say how far this search is.
 */
export function lookBack(
  core: LookCore,
  mailbox: Parameters<typeof lookAt>[1],
  addresses: string[],
  turn: Turn,
): Promise<Look | MailProblem> {
  return inFolders(core, mailbox, turn, (step, path) => step.searchFolder(path, addresses));
}

async function inFolders(
  core: LookCore,
  mailbox: Parameters<typeof lookAt>[1],
  { stopping, place }: Turn,
  work: (step: Step, path: string) => Promise<void>,
): Promise<Look | MailProblem> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(STEP_MAX_MS)]);
  const reader = new MailReader();
  // Only waits with short answers leave the place. It bounds how many mails are in memory.
  place.leave();
  try {
    return await inMailbox(mailbox.sign_in, core.mail_targets, signal, async (client) => {
      const { inbox, sent } = await findFolders(client);
      await place.take();
      const step = new Step(core, mailbox, { client, place }, reader);
      for (const path of sent === null ? [inbox] : [inbox, sent]) await work(step, path);
      return step.look;
    });
  } finally {
    await reader.close();
  }
}

class Step {
  readonly look: Look = { folders: [], found: [], bounces: [], looked_at: 0, left: 0 };
  readonly #core: LookCore;
  readonly #mailbox: Parameters<typeof lookAt>[1];
  readonly #client: ImapFlow;
  readonly #place: Place;
  readonly #reader: MailReader;
  readonly #until_ms = performance.now() + BEGIN_MAX_MS;
  #bytes = 0;

  constructor(
    core: LookCore,
    mailbox: Parameters<typeof lookAt>[1],
    { client, place }: { client: ImapFlow; place: Place },
    reader: MailReader,
  ) {
    this.#core = core;
    this.#mailbox = mailbox;
    this.#client = client;
    this.#place = place;
    this.#reader = reader;
  }

  async readFolder(path: string): Promise<void> {
    const { uid_validity, last_uid, uidNext } = await this.#open(path);
    const uids = uidNext <= last_uid + 1 ? [] : await this.#findAfter(last_uid);
    const done = await this.#read(uids);
    const read_uid = uids[done - 1] ?? last_uid;
    this.look.folders.push({
      path,
      uid_validity,
      last_uid: done === uids.length ? Math.max(read_uid, uidNext - 1) : read_uid,
    });
  }

  async searchFolder(path: string, addresses: string[]): Promise<void> {
    const { uid_validity, last_uid } = await this.#open(path);
    const uids = await this.#findAfter(last_uid, addresses);
    const done = await this.#read(uids);
    this.look.folders.push({ path, uid_validity, last_uid: uids[done - 1] ?? last_uid });
  }

  async #open(path: string): Promise<{ uid_validity: number; last_uid: number; uidNext: number }> {
    const { uidValidity, uidNext } = await this.#ask((client) =>
      client.mailboxOpen(path, { readOnly: true }),
    );
    const uid_validity = Number(uidValidity);
    const before = this.#mailbox.folders.find((one) => one.path === path);
    // Another number means that the UIDs begin anew, so all is looked at again.
    const last_uid = before?.uid_validity === uid_validity ? Number(before.last_uid) : 0;
    return { uid_validity, last_uid, uidNext };
  }

  /** Reads these mails while there is room. Returns how many of them are done. */
  async #read(uids: number[]): Promise<number> {
    let done = 0;
    while (done < uids.length && this.#hasRoom()) {
      const heads = await this.#readHeads(uids.slice(done, done + HEADS_MAX - this.look.looked_at));
      const taken = await this.#takeKnown(heads);
      done += taken;
      this.look.looked_at += taken;
      if (taken < heads.length || heads.length === 0) break;
    }
    this.look.left += uids.length - done;
    return done;
  }

  #hasRoom(): boolean {
    return this.look.looked_at < HEADS_MAX && this.#bytes < BYTES_MAX && performance.now() < this.#until_ms;
  }

  async #findAfter(last_uid: number, addresses: string[] = []): Promise<number[]> {
    const ofAny = addresses.flatMap((one) => [{ from: one }, { to: one }, { cc: one }]);
    const asked = {
      since: new Date(this.#mailbox.since),
      uid: `${last_uid + 1}:*`,
      ...(ofAny.length > 0 && { or: ofAny }),
    };
    const found = (await this.#ask((client) => client.search(asked, { uid: true }))) || [];
    // `n:*` has the last mail in it, though it is older.
    return found.filter((uid) => uid > last_uid).sort((a, b) => a - b);
  }

  /** The heads of these mails. One that is gone meanwhile has none. */
  async #readHeads(uids: number[]): Promise<Headed[]> {
    const asked = { uid: true, size: true, internalDate: true, headers: HEADERS };
    const messages = await this.#client.fetchAll(uids, asked, { uid: true });
    const byUid = new Map(messages.map((message) => [message.uid, message]));
    const heads: Headed[] = [];
    for (const uid of uids) {
      const message = byUid.get(uid);
      const bytes = message?.headers;
      const isRead = bytes !== undefined && bytes.length <= HEAD_MAX_BYTES;
      const head = isRead ? await this.#reader.readHead(bytes) : null;
      heads.push({ uid, message, head, people: head ? peopleOf(head, this.#mailbox.book) : [] });
    }
    return heads;
  }

  /** Reads those of known people, while there is room. Returns how many of the heads are done. */
  async #takeKnown(heads: Headed[]): Promise<number> {
    const { account_uuid, book } = this.#mailbox;
    const asked = heads.map(({ people }) => askedAddresses(people, book));
    const known = await findKnown(this.#core.db, account_uuid, [...new Set(asked.flat())]);
    for (const [index, { uid, message, head, people }] of heads.entries()) {
      if (!head || !message) continue;
      const size = message.size ?? 0;
      if (head.is_report && size <= REPORT_MAX_BYTES) await this.#readReport(uid, size, message);
      if (!asked[index]!.some((address) => known.has(address))) continue;
      if (this.#bytes > 0 && this.#bytes + size > BYTES_MAX) return index;
      if (index > 0 && performance.now() > this.#until_ms) return index;
      this.#bytes += size;
      const { date, people: _, is_report: __, ...rest } = head;
      const received_at = new Date(message.internalDate ?? this.#core.clock.now());
      this.look.found.push({
        ...rest,
        ...(await this.#readWhole(uid, size)),
        people,
        fingerprint: fingerprintOf(head, size),
        direction: directionOf(people),
        sent_at: sentAt(date, received_at, this.#core.clock.now()),
      });
    }
    return heads.length;
  }

  /** Reads whom a mail of one's own did not reach. Nothing else of a report is kept. */
  async #readReport(uid: number, size: number, { internalDate }: FetchMessageObject): Promise<void> {
    this.#bytes += size;
    const source = await this.#readSource(uid);
    const report = source ? await this.#reader.readReport(source) : null;
    const now = this.#core.clock.now();
    const bounced_at = sentAt(null, new Date(internalDate ?? now), now);
    for (const failure of report?.failures ?? [])
      this.look.bounces.push({ ...failure, message_id: report!.message_id, bounced_at });
  }

  async #readWhole(uid: number, size: number): Promise<ReadMail> {
    if (size > MAIL_MAX_BYTES) return { text: '', html: null, attachments: [], unreadable: 'too_large' };
    const source = await this.#readSource(uid);
    return this.#reader.readMail(source ?? Buffer.alloc(0));
  }

  async #readSource(uid: number): Promise<Buffer | undefined> {
    const message = await this.#client.fetchOne(String(uid), { source: true }, { uid: true });
    return message ? message.source : undefined;
  }

  async #ask<Answer>(question: (client: ImapFlow) => Promise<Answer>): Promise<Answer> {
    this.#place.leave();
    const answer = await question(this.#client);
    await this.#place.take();
    return answer;
  }
}

type Headed = {
  uid: number;
  message: FetchMessageObject | undefined;
  head: Head | null;
  people: MailPerson[];
};
