import type { ImportPlan } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import type { AnyKind, Writing } from '../../records/kind.ts';
import { prepareRow } from '../../records/prepare.ts';
import { nothingAround, type Surroundings } from '../../records/surroundings.ts';
import type { Link } from '../read/draft.ts';
import { type Completed, idOf } from './complete.ts';
import { clientsThrough, type LinkIndex, type LinkSetting, linksOf } from './links.ts';
import type { Added } from './named-clients.ts';

/**
 * The Contacts whom deals name and nobody has, each made once, at the Client of the deal. They
 * stand in the index from then on. Nobody is made of an id alone.
 */
export function namedContacts(
  kind: AnyKind,
  { account_uuid, plan }: { account_uuid: string; plan: ImportPlan },
  rows: Completed[],
  index: LinkIndex,
  links: LinkSetting,
  writing: Writing,
  { users }: Pick<Surroundings, 'users'>,
): Added {
  const added: Added = { inserts: [], updates: [], changes: [], revisions: [] };
  const around = { ...nothingAround(), users };
  const owner = plan.owner_uuid;
  for (const row of rows) {
    const { found } = linksOf(row, index, links);
    if (found.some(({ kind }) => kind === 'contact') || isUnclear(row, index)) continue;
    const client_uuid =
      found.find(({ kind }) => kind === 'client')?.uuid ?? clientsThrough(row, index, links)[0];
    if (client_uuid) around.named.add(`client ${client_uuid}`);
    for (const { name, email, external_id } of personsOf(row, links)) {
      const given = {
        name: name ?? email,
        ...(email && { emails: [{ value: email }] }),
        ...(client_uuid && { clients: [{ client_uuid, primary: true }] }),
        ...(external_id && { external_id }),
        ...(owner && users.has(owner) && { owner_uuid: owner }),
      };
      const decision = prepareRow(kind, account_uuid, null, given, writing, around);
      if ('faults' in decision) continue;
      const { record, change } = decision;
      const { uuid } = record;
      const related = client_uuid ? [client_uuid] : [];
      const candidate = { wanted: '', uuid, external_id: external_id ?? null, name: name ?? email!, related };
      if (name) index.set(`contact name ${name}`, [candidate]);
      if (email) index.set(`contact contact_email ${email}`, [candidate]);
      if (external_id) index.set(`contact id ${external_id}`, [candidate]);
      added.inserts.push(record);
      added.changes.push(change!);
      added.revisions.push({ before: null, record, given });
    }
  }
  return added;
}

/** True where several are called so: nobody knows which of them is meant. */
function isUnclear({ links }: Completed, index: LinkIndex): boolean {
  const texts = textsOf(links, 'contact');
  return texts.some((name) => (index.get(`contact name ${name}`)?.length ?? 0) > 0);
}

type Person = { name?: string; email?: string; external_id?: string };

/** Who a row names: where it names several, what stands at the same place belongs together. */
function personsOf({ links }: Completed, { prefixes }: LinkSetting): Person[] {
  const [names, emails, ids] = ['contact', 'contact_email', 'contact_id'].map((to) => textsOf(links, to));
  const count = Math.max(names!.length, emails!.length);
  return Array.from({ length: count }, (_, place): Person => {
    const name = cutTo(names![place]?.trim() ?? '', 200);
    const email = emails![place];
    const id = ids!.length === count ? ids![place] : undefined;
    return {
      ...(name && { name }),
      ...(email && { email }),
      ...(id && { external_id: idOf(prefixes[0] ?? null, id) }),
    };
  });
}

function textsOf(links: Link[], to: string): string[] {
  return links.find((link) => link.to === to)?.texts ?? [];
}
