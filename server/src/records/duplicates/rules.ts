import { fold } from '@rapport/contract/fold';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { MatchWay } from '@rapport/contract/records/record-field';
import type { CrmRecord } from '../kind.ts';

type Values = Record<string, unknown>;
type Entry = Record<string, string | undefined>;

/** Domains of mailers that everybody uses: they say nothing of a business. */
export const FREE_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'proton.me',
  'protonmail.com',
  'facebook.com',
  'linkedin.com',
];

/** What two records have in common that makes them likely the same. Empty: nothing. */
export function whatTheyShare(
  [mine, a]: [RecordDefinition, CrmRecord],
  [theirs, b]: [RecordDefinition, CrmRecord],
): MatchWay[] {
  const ways = (mine.match_by ?? []).filter((way) => theirs.match_by?.includes(way));
  return ways.filter((way) => SHARES[way]([mine, a as unknown as Values], [theirs, b as unknown as Values]));
}

type Told = [RecordDefinition, Values];

const SHARES: Record<MatchWay, (a: Told, b: Told) => boolean> = {
  emails: ([, a], [, b]) => meet(emailsOf(a), emailsOf(b)),
  phones: ([, a], [, b]) => meet(numbersOf(a), numbersOf(b)),
  domain: ([, a], [, b]) => {
    const domain = fold(String(a.domain ?? ''));
    return domain !== '' && !FREE_DOMAINS.includes(domain) && domain === fold(String(b.domain ?? ''));
  },
  name: ([mine, a], [theirs, b]) => {
    if (fold(String(a[mine.named_by])) !== fold(String(b[theirs.named_by]))) return false;
    const [here, there] = [codesOf(a), codesOf(b)];
    // Two businesses of one name are likely the same, two people without an address are not.
    if (here.length === 0 && there.length === 0) return a.kind === 'organisation' && b.kind === a.kind;
    return meet(here, there);
  },
};

function emailsOf({ emails = [] }: Values): string[] {
  return (emails as Entry[]).map(({ value }) => fold(value!));
}

function numbersOf({ phones = [] }: Values): string[] {
  return (phones as Entry[]).flatMap(({ e164 }) => e164 ?? []);
}

function codesOf({ addresses = [] }: Values): string[] {
  return (addresses as Entry[]).flatMap(({ postal_code }) => (postal_code ? fold(postal_code) : []));
}

function meet(some: string[], others: string[]): boolean {
  return some.some((one) => others.includes(one));
}

/** The points of a record, as the table of points keeps them. */
export function pointsOf(record: CrmRecord): string[] {
  const values = record as unknown as Values;
  return [...new Set([...emailsOf(values), ...numbersOf(values)])];
}
