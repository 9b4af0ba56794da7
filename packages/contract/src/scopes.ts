import { RECORDS } from './records/all.ts';
import type { RecordDefinition } from './records/define-record.ts';

/** All that the User can do through the API (contract §5.2). */
export const EVERYTHING = '*';

/** The Account beside its records: members, fields, tags, views. `account` changes them, too. */
export const ACCOUNT_READ = 'account:read';
export const ACCOUNT = 'account';

/** Webhook subscriptions that the holder makes itself, of what it may read. */
export const WEBHOOKS = 'webhooks';

/** Changes that a person decides. Nothing is written before. */
export const PROPOSE = 'propose';

/**
 * What is read of mails, and sending from one's own mailbox. They are asked for by name: no word
 * has them in it.
 */
export const MAILS_READ = 'mails:read';
export const MAILS_SEND = 'mails:send';

const KINDS = RECORDS as readonly RecordDefinition[];

/** What has scopes of its own: most kinds of record, and files. */
export const SCOPED_KINDS: readonly Pick<RecordDefinition, 'name' | 'plural' | 'title'>[] = [
  ...KINDS.filter(({ read_with }) => read_with === undefined),
  { name: 'file', plural: 'files', title: 'File' },
];

export const READS = SCOPED_KINDS.map(({ plural }) => `${plural}:read`);
export const WRITES = SCOPED_KINDS.map(({ plural }) => `${plural}:write`);

/** Every scope of the API beside `*`, each kept by its own name. */
export const NARROW_SCOPES = [
  ...SCOPED_KINDS.flatMap(({ plural }) => [`${plural}:read`, `${plural}:write`]),
  ACCOUNT_READ,
  ACCOUNT,
  WEBHOOKS,
  PROPOSE,
  MAILS_READ,
  MAILS_SEND,
];

/**
 * Words that stand for several scopes. What is kept are those there are when it is granted, so that
 * a kind that comes later is in no old grant.
 */
export const SCOPE_WORDS: Readonly<Record<string, readonly string[]>> = {
  read: [...READS, ACCOUNT_READ],
  write: [...READS, ...WRITES, ACCOUNT_READ],
};

/**
 * The scopes that these words give, each once, in our order: whoever may change a kind may see it.
 * Words that are none of the API are left out. `*` has all others in it.
 */
export function scopesOf(words: readonly string[]): string[] {
  if (words.includes(EVERYTHING)) return [EVERYTHING];
  const given = new Set(words.flatMap((word) => SCOPE_WORDS[word] ?? [word, ...(INCLUDED[word] ?? [])]));
  return NARROW_SCOPES.filter((scope) => given.has(scope));
}

const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(SCOPED_KINDS.map(({ plural }) => [`${plural}:write`, [`${plural}:read`]])),
  [ACCOUNT]: [ACCOUNT_READ],
  [MAILS_SEND]: [MAILS_READ],
};

/** True for a word that a token or an application may ask for. */
export function isScope(word: string): boolean {
  return word === EVERYTHING || Object.hasOwn(SCOPE_WORDS, word) || NARROW_SCOPES.includes(word);
}

export const FILES_READ = 'files:read';
export const FILES_WRITE = 'files:write';

/** The scopes with which the records of every kind are read, and changed. */
export const READS_OF_RECORDS = [...READS.filter((scope) => scope !== FILES_READ), ACCOUNT_READ];
export const WRITES_OF_RECORDS = [...READS_OF_RECORDS, ...WRITES.filter((scope) => scope !== FILES_WRITE)];

/** The scope with which the records of a resource are read; of what is no kind, the Account's. */
export function readScopeOf(resource: string): string {
  const kind = KINDS.find(({ name }) => name === resource);
  if (kind) return `${kind.read_with ?? kind.plural}:read`;
  if (resource === 'mail') return MAILS_READ;
  return resource === 'file' ? FILES_READ : ACCOUNT_READ;
}

/** The scope with which the records of a kind are changed. */
export function writeScopeOf({ plural, read_with }: RecordDefinition): string {
  return read_with === undefined ? `${plural}:write` : ACCOUNT;
}
