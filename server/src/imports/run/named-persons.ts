import { fold } from '@rapport/contract/fold';
import type { CellLoss } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { type Candidate, findCandidatesByName, findCandidatesByPoint } from '../../records/import/look-up.ts';
import type { AnyKind, Writing } from '../../records/kind.ts';
import { prepareRow } from '../../records/prepare.ts';
import { nothingAround, type Surroundings } from '../../records/surroundings.ts';
import { readEmail, readPhone } from '../read/cells/reach.ts';
import { namesAgree } from './agreement.ts';
import type { DecidedRow } from './decide-row.ts';
import type { Added } from './named-clients.ts';

/** A person of a row of a company list, with the Client of the row. */
type Person = {
  row: DecidedRow;
  client_uuid: string;
  name: string;
  given: Record<string, unknown>;
  email: string | null;
};

/** Later than any record. */
const TO_COME = new Date('9999-12-31');

/**
 * The Contacts whom rows of Clients name, each made once, at the Client of its row. Whoever is
 * there already, by an e-mail address or by name at the Client, stays as they are; what cannot be
 * taken is a lost cell of the row.
 */
export async function namedPersons(
  tx: Transaction,
  kind: AnyKind,
  setting: { account_uuid: string; owner_uuid: string | null },
  rows: DecidedRow[],
  writing: Writing,
  { users }: Pick<Surroundings, 'users'>,
): Promise<Added> {
  const added: Added = { inserts: [], updates: [], changes: [], revisions: [] };
  const persons = rows.flatMap(personsIn);
  if (persons.length === 0) return added;
  const { account_uuid, owner_uuid } = setting;
  const emails = persons.flatMap(({ email }) => email ?? []);
  const names = persons.map(({ name }) => name).filter(Boolean);
  const byEmail =
    emails.length > 0 ? await findCandidatesByPoint(tx, kind, account_uuid, emails, TO_COME) : [];
  const byName = names.length > 0 ? await findCandidatesByName(tx, kind, account_uuid, names) : [];
  const named = new Set(persons.map(({ client_uuid }) => `client ${client_uuid}`));
  const around = { ...nothingAround(), users, named };
  const made = new Set<string>();
  for (const person of persons) {
    const { client_uuid, name, email, given } = person;
    const keys = [name && `${client_uuid} ${fold(name)}`, email].filter((key) => key !== null && key !== '');
    if (keys.some((key) => made.has(key!)) || isThere(person, byEmail, byName)) continue;
    const owned = owner_uuid && users.has(owner_uuid) ? { owner_uuid } : {};
    const whole = { ...owned, ...given, clients: [{ client_uuid, primary: true }] };
    const decision = prepareRow(kind, account_uuid, null, whole, writing, around);
    if ('faults' in decision) {
      lose(person, name || email!, decision.faults[0]!.detail.replace(/^\//, ''));
      continue;
    }
    const { record, change } = decision;
    for (const key of keys) made.add(key!);
    added.inserts.push(record);
    added.changes.push(change!);
    added.revisions.push({ before: null, record, given: whole });
  }
  return added;
}

function personsIn(row: DecidedRow): Person[] {
  const { record, outcome, draft } = row;
  if (!record || outcome === 'refused' || outcome === 'skipped') return [];
  const { person, person_first_name, person_last_name, person_job_title, person_email, person_phone } =
    draft.extras;
  const names = (person ?? '')
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter(Boolean);
  const parts = { first_name: person_first_name, last_name: person_last_name };
  const ofParts = [parts.first_name, parts.last_name].filter(Boolean).join(' ');
  const all = names.length > 0 ? names : [ofParts];
  const nobody = [person_job_title, person_phone].filter((text) => text !== undefined);
  if (all.join('') === '' && !person_email)
    for (const text of nobody) row.losses = [...row.losses, lossOf(text, 'The row names no person.')];
  return all.flatMap((name, place): Person[] => {
    // Where a row names several, what stands beside them is of the first.
    const text = place === 0 ? (person_email ?? (name.includes('@') ? name : undefined)) : undefined;
    const email = text === undefined ? null : readEmail(text);
    const called = name.includes('@') ? '' : cutTo(name, 200);
    if (called === '' && email === null) return [];
    const phone =
      place === 0 && person_phone && /\p{Nd}/u.test(person_phone) ? readPhone(person_phone) : null;
    const given = {
      ...(names.length === 0 && ofParts ? withoutEmpty(parts) : { name: called || email }),
      ...(place === 0 && person_job_title && { job_title: cutTo(person_job_title, 200) }),
      ...(email && { emails: [{ value: email }] }),
      ...(phone && { phones: [{ value: cutTo(phone, 254) }] }),
    };
    const found: Person = {
      row,
      client_uuid: record.uuid,
      name: called,
      given,
      email: email?.toLowerCase() ?? null,
    };
    if (place === 0 && text !== undefined && email === null) lose(found, text, 'It is no e-mail address.');
    if (place === 0 && person_phone && phone === null) lose(found, person_phone, 'It is no phone number.');
    return [found];
  });
}

function withoutEmpty(parts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([part, text]) => (text ? [[part, cutTo(text, 100)]] : [])),
  );
}

function isThere(person: Person, byEmail: Candidate[], byName: Candidate[]): boolean {
  const { name, email, client_uuid } = person;
  const atClient = ({ related }: Candidate) => related.includes(client_uuid);
  const own = byName.find((one) => fold(one.name) === fold(name) && atClient(one));
  const same = byEmail.find(
    (one) => one.wanted === email && (name === '' || one.name.includes('@') || namesAgree(name, one.name)),
  );
  if (!own && same && !atClient(same))
    lose(
      person,
      name || email!,
      `"${same.name}" is a Contact with this address already, at no Client or another.`,
    );
  return own !== undefined || same !== undefined;
}

function lose({ row }: Person, cell: string, detail: string): void {
  row.losses = [...row.losses, lossOf(cell, detail)];
}

function lossOf(cell: string, detail: string): CellLoss {
  return { column: null, cell: cutTo(cell, 200), detail };
}
