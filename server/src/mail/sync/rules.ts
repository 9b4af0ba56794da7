import { createHash } from 'node:crypto';
import { isDropAddress } from '../reading/drop-address.ts';
import type { Head, Person } from '../reading/read-mail.ts';

/** Whose addresses are what, in lower case: whole addresses and domains. */
export type AddressBook = {
  own: ReadonlySet<string>;
  excluded: ReadonlySet<string>;
  protected: ReadonlySet<string>;
};

/** A person of a mail, and whether the address is one of the Account itself. */
export type MailPerson = Person & { is_own: boolean };

/** The people of a mail. A secret address is nobody, and is kept nowhere. */
export function peopleOf({ people }: Pick<Head, 'people'>, { own }: AddressBook): MailPerson[] {
  const persons = people.filter(({ address }) => !isDropAddress(address));
  return persons.map((person) => ({ ...person, is_own: isIn(own, person.address) }));
}

/**
 * The addresses of a mail of which one must be known for it to be kept. None: it is not kept, as it
 * is among one's own, or somebody protected has a part in it.
 */
export function askedAddresses(people: MailPerson[], book: AddressBook): string[] {
  if (people.some(({ address }) => isIn(book.protected, address))) return [];
  return people
    .filter(({ is_own, address }) => !is_own && !isIn(book.excluded, address))
    .map(({ address }) => address);
}

/** True for an address that is listed, or whose domain is, or one above it. */
export function isIn(listed: ReadonlySet<string>, address: string): boolean {
  const whole = address.toLowerCase();
  if (listed.has(whole)) return true;
  const labels = whole.slice(whole.lastIndexOf('@') + 1).split('.');
  return labels.some((_, index) => listed.has(labels.slice(index).join('.')));
}

/** The direction of a mail: out, if one of the Account wrote it. */
export function directionOf(people: MailPerson[]): 'in' | 'out' {
  return people.some(({ role, is_own }) => role === 'from' && is_own) ? 'out' : 'in';
}

/**
 * What tells the copies of a mail in one mailbox to be the same, in whatever folder they lie, and
 * however the server counts.
 */
export function fingerprintOf({ message_id, date, subject, people }: Head, size: number): Buffer {
  const from = people.filter(({ role }) => role === 'from').map(({ address }) => address.toLowerCase());
  const told = JSON.stringify([message_id, date, subject, from, message_id === null ? size : null]);
  return createHash('sha256').update(told).digest();
}

/** The beginning of time for mail, and how far clocks of senders may be ahead. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
const AHEAD_MS = 24 * 60 * 60 * 1000;

/** When a mail was sent, as it says, unless that cannot be; else when its server got it. */
export function sentAt(date: string | null, received_at: Date, now: Date): Date {
  const said_ms = date === null ? Number.NaN : Date.parse(date);
  if (said_ms >= EARLIEST_MS && said_ms <= now.getTime() + AHEAD_MS) return new Date(said_ms);
  const received_ms = received_at.getTime();
  return received_ms >= EARLIEST_MS && received_ms <= now.getTime() ? received_at : now;
}

/** What a subject begins with in an answer, in the languages of the programs that write it. */
const ANSWER = /^\s*(?:(?:re|aw|antw|antwort|sv|vs|rif|odp|ynt|res)(?:\[\d+\]|\(\d+\))?\s*[:：]\s*)+/i;

/**
 * What tells that two mails of a mailbox speak of the same when neither names the other: the
 * subject without Re:, and all people. Null: no subject. `is_loose`: an answer that does not say to
 * what.
 */
export function topicOf({
  subject,
  people,
  references,
}: Pick<Head, 'subject' | 'references'> & {
  people: Pick<Person, 'address'>[];
}): { topic: Buffer | null; is_loose: boolean } {
  const bare = subject.replace(ANSWER, '').trim().toLowerCase();
  if (bare === '') return { topic: null, is_loose: false };
  const addresses = new Set(people.map(({ address }) => address.toLowerCase()));
  const told = JSON.stringify([bare, [...addresses].sort()]);
  const topic = createHash('sha256').update(told).digest();
  return { topic, is_loose: references.length === 0 && ANSWER.test(subject) };
}

/** A later mail of the same topic is of another conversation. */
const TOPIC_MAX_MS = 60 * 24 * 60 * 60 * 1000;

/** A mail of a topic, as it stands in a conversation. */
export type OnTopic = { topic: string; is_loose: boolean; sent_at: Date; thread_uuid: string };

type ToThread = Pick<Head, 'message_id' | 'references'> & {
  fingerprint: Buffer;
  topic: Buffer | null;
  is_loose: boolean;
  sent_at: Date;
};

/**
 * The thread of each mail, in their order: that of a mail it answers, or of another copy of it; for
 * an answer that names none, that of the mail on its topic before it; else one made from the first
 * mail of its conversation. Never by the subject alone. Whichever of two comes first, both meet.
 */
export function threadsOf(
  account_uuid: string,
  mails: ToThread[],
  known: Map<string, string>,
  onTopics: OnTopic[],
): string[] {
  const threads = new Map(known);
  const topics = [...onTopics];
  return mails.map((mail) => {
    const { message_id, references, fingerprint } = mail;
    const ids = message_id === null ? references : [message_id, ...references];
    const found = ids.map((id) => threads.get(id)).find((thread) => thread !== undefined);
    const root = references[0] ?? message_id ?? fingerprint.toString('hex');
    const thread = found ?? threadOnTopic(mail, topics) ?? uuidFrom(`${account_uuid} ${root}`);
    if (message_id !== null) threads.set(message_id, thread);
    if (mail.topic !== null) topics.push({ ...mail, topic: mail.topic.toString('hex'), thread_uuid: thread });
    return thread;
  });
}

/** The thread of the nearest mail on the same topic: one of the two is a loose answer. */
function threadOnTopic(
  { topic, is_loose, references, sent_at }: ToThread,
  topics: OnTopic[],
): string | undefined {
  if (topic === null || references.length > 0) return undefined;
  const name = topic.toString('hex');
  const distance = (one: OnTopic) => Math.abs(one.sent_at.getTime() - sent_at.getTime());
  return topics
    .filter((one) => one.topic === name && distance(one) <= TOPIC_MAX_MS)
    .filter((one) => (one.sent_at < sent_at ? is_loose : one.is_loose))
    .sort((a, b) => distance(a) - distance(b))[0]?.thread_uuid;
}

/** A uuid made from a text (RFC 9562 §5.8). */
function uuidFrom(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const MINUTE_MS = 60_000;

/** The pauses after a server was away: short ones first, then once an hour. */
export function pauseAfter(failures: number): number {
  return [1, 2, 5, 15, 30][failures - 1] !== undefined
    ? [1, 2, 5, 15, 30][failures - 1]! * MINUTE_MS
    : 60 * MINUTE_MS;
}
