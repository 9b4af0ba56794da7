import { fold } from '@rapport/contract/fold';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import { MATCH_WAYS, type MatchFields, type MatchWay } from '@rapport/contract/records/record-field';
import { domainIn } from '../../platform/host-name.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { linkFields } from '../references.ts';

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

/** The other kinds whose records may be the same as those of this one. */
export function comparedWith(kinds: readonly AnyKind[], { definition }: AnyKind): AnyKind[] {
  return kinds.filter(
    (other) => other.definition !== definition && waysOf(definition, other.definition).length > 0,
  );
}

/**
 * By what records of two kinds are compared. A kind with e-mail addresses and without a domain is
 * compared by the hosts of the addresses.
 */
function waysOf({ match_by: here }: RecordDefinition, { match_by: there }: RecordDefinition): MatchWay[] {
  if (!here || !there) return [];
  const byHost = here.emails && there.emails;
  return MATCH_WAYS.filter((way) => {
    if (way === 'name') return true;
    return way === 'domain' && byHost ? here[way] || there[way] : here[way] && there[way];
  });
}

/**
 * What two records have in common that makes them likely the same. Empty: nothing. In a form
 * (`isTyped`) the first of them has only what was typed so far: until both have a postal code, the
 * name is enough for a hint.
 */
export function whatTheyShare(
  [mine, a]: [RecordDefinition, CrmRecord],
  [theirs, b]: [RecordDefinition, CrmRecord],
  isTyped = false,
): MatchWay[] {
  return waysOf(mine, theirs).filter((way) =>
    SHARES[way]([mine, a as unknown as Values], [theirs, b as unknown as Values], isTyped),
  );
}

type Told = [RecordDefinition, Values];

const SHARES: Record<MatchWay, (a: Told, b: Told, isTyped: boolean) => boolean> = {
  emails: (a, b) => meet(emailsOf(...a), emailsOf(...b)),
  phones: (a, b) => meet(numbersOf(...a), numbersOf(...b)),
  domain: (a, b) => meet(domainsOf(...a), domainsOf(...b)),
  name: ([mine, a], [theirs, b], isTyped) => {
    if (fold(nameOf(mine, a)) !== fold(nameOf(theirs, b))) return false;
    const [here, there] = [codesOf(mine, a), codesOf(theirs, b)];
    if (isTyped && (here.length === 0 || there.length === 0)) return true;
    if (here.length === 0 && there.length === 0) return isKnownByName(mine, a) && isKnownByName(theirs, b);
    return meet(here, there);
  },
};

/** True for a record that its name is enough to know. Others need a postal code beside it. */
function isKnownByName({ known_by_name = {} }: RecordDefinition, values: Values): boolean {
  const wanted = Object.entries(known_by_name);
  return wanted.length > 0 && wanted.every(([field, value]) => values[field] === value);
}

/** The domains of a record that are no free mailer's: its own, or those of its e-mail addresses. */
export function domainsOf(definition: RecordDefinition, values: Values): string[] {
  const field = definition.match_by?.domain;
  const domains = field
    ? [String(values[field] ?? '')]
    : emailsOf(definition, values).map((email) => email.split('@')[1]!);
  return domains
    .map((domain) => domainIn(domain) ?? fold(domain))
    .filter((domain) => domain !== '' && !FREE_DOMAINS.includes(domain));
}

function emailsOf(definition: RecordDefinition, values: Values): string[] {
  return entriesOf(definition, values, 'emails').map(({ value }) => fold(value!));
}

function numbersOf(definition: RecordDefinition, values: Values): string[] {
  return entriesOf(definition, values, 'phones').flatMap(({ e164 }) => e164 ?? []);
}

function codesOf(definition: RecordDefinition, values: Values): string[] {
  const addresses = entriesOf(definition, values, 'postal_codes');
  return addresses.flatMap(({ postal_code }) => (postal_code ? fold(postal_code) : []));
}

function entriesOf({ match_by = {} }: RecordDefinition, values: Values, way: keyof MatchFields): Entry[] {
  const field = match_by[way];
  return ((field && values[field]) ?? []) as Entry[];
}

function nameOf({ named_by }: RecordDefinition, values: Values): string {
  return String(values[named_by] ?? '');
}

function meet(some: string[], others: string[]): boolean {
  return some.some((one) => others.includes(one));
}

/**
 * The name by which others can be the same as this record: a person without a postal code has none,
 * but in a form.
 */
export function nameToCompare(definition: RecordDefinition, record: CrmRecord, isTyped: boolean): string {
  const values = record as unknown as Values;
  const isCompared = isTyped || codesOf(definition, values).length > 0 || isKnownByName(definition, values);
  return isCompared ? nameOf(definition, values) : '';
}

/** The points of a record, as the table of points keeps them. */
export function pointsOf(definition: RecordDefinition, record: CrmRecord): string[] {
  const values = record as unknown as Values;
  return [...new Set([...emailsOf(definition, values), ...numbersOf(definition, values)])];
}

/** True for the uuids to which a record with these values is linked: they are no news. */
export function linkedBy(definition: RecordDefinition, values: Values): (uuid: string) => boolean {
  const links = linkFields(definition).flatMap(([name, { key }]) =>
    (values[name] as Entry[]).map((link) => link[key!]),
  );
  return (uuid) => links.includes(uuid);
}
