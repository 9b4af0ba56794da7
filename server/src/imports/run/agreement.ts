import { fold } from '@rapport/contract/fold';
import type { MatchKey } from '@rapport/contract/imports';
import type { Candidate } from '../../records/import/look-up.ts';
import type { CrmRecord } from '../../records/kind.ts';
import type { ImportedKind } from '../read/presets/preset.ts';

/**
 * What it means that a row and a record agree by a key. Proof: the row is about the record. A hint:
 * it may be, so nothing changes the record by it alone. Nothing: they contradict each other.
 */
export type Agreement = 'proof' | 'hint' | 'nothing';

/** A row and a record that agree by a key. */
export type Pair = {
  /** What the row calls the record; empty when it says no name. */
  name: string;
  first_name: string;
  candidate: Candidate;
  /** The Client that the row names. */
  client: string | undefined;
};

type Judge = (pair: Pair) => Agreement;

/**
 * Which agreement is proof, and which a hint. An id is always proof. People share phones, houses
 * and addresses such as info@; companies share numbers and domains.
 */
const TABLE: Record<ImportedKind, Partial<Record<MatchKey, Judge>>> = {
  client: { domain: withName, email: withName, phone: withName, name_city: () => 'hint' },
  contact: {
    email: (pair) => {
      if (hasOtherFirstName(pair)) return 'nothing';
      return isNameless(pair) || namesAgree(pair.name, pair.candidate.name) ? 'proof' : 'hint';
    },
    phone: withName,
    name_city: (pair) => (isAtClient(pair) ? 'proof' : 'hint'),
  },
  deal: {
    // A title that a row does not say itself is made of its Client and stage, as those of others
    // are.
    title: (pair) => {
      if (pair.client === undefined) return 'hint';
      return !isAtClient(pair) ? 'nothing' : pair.name === '' ? 'hint' : 'proof';
    },
  },
  task: {},
  note: {},
};

export function agreementOf(kind: ImportedKind, key: MatchKey, pair: Pair): Agreement {
  return TABLE[kind][key]?.(pair) ?? 'nothing';
}

/**
 * True for what a row and a record say otherwise, although they agree by this key. Two people of
 * one name who have no address in common may be father and son; each year has its renewal.
 */
export function contradicts(key: MatchKey, given: Record<string, unknown>, record: CrmRecord): boolean {
  if (key === 'email') return false;
  return key === 'title' ? hasOtherAmount(given, record) : hasOtherEmails(given, record);
}

function hasOtherAmount({ amount }: Record<string, unknown>, record: CrmRecord): boolean {
  const { amount: other } = record as unknown as { amount: number | string | null };
  return amount !== undefined && amount !== null && other !== null && Number(amount) !== Number(other);
}

function hasOtherEmails(given: Record<string, unknown>, record: CrmRecord): boolean {
  const [own, others] = [given.emails, (record as unknown as Record<string, unknown>).emails].map(
    (list) => new Set(((list ?? []) as { value: string }[]).map(({ value }) => fold(value))),
  );
  return own!.size > 0 && others!.size > 0 && own!.isDisjointFrom(others!);
}

function withName({ name, candidate }: Pair): Agreement {
  return name !== '' && fold(name) === fold(candidate.name) ? 'proof' : 'hint';
}

function isAtClient({ client, candidate }: Pair): boolean {
  return client !== undefined && candidate.related.includes(client);
}

/** Nobody is called otherwise who has no name here but an address. */
function isNameless({ name, candidate }: Pair): boolean {
  return name === '' || candidate.name.includes('@');
}

/** True when each word of the shorter name is in the other. `J.` may be Jane. */
export function namesAgree(name: string, other: string): boolean {
  const [shorter, longer] = [wordsOf(name), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  return shorter!.every((word) => longer!.some((one) => one.startsWith(word) || word.startsWith(one)));
}

/** `J.` may be Jane. */
function hasOtherFirstName({ first_name, candidate }: Pair): boolean {
  const [first = ''] = wordsOf(first_name);
  if (first === '' || candidate.name.includes('@')) return false;
  return !wordsOf(candidate.name).some((word) => word.startsWith(first) || first.startsWith(word));
}

function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
