import type { ImportPlan } from '@rapport/contract/imports';
import { cutTo } from '../../platform/cells/cut.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Written } from '../../records/import/write.ts';
import type { AnyKind, Writing } from '../../records/kind.ts';
import { prepareRow } from '../../records/prepare.ts';
import { nothingAround, type Surroundings } from '../../records/surroundings.ts';
import type { ImportedKind, SpecialRows } from '../read/presets/preset.ts';
import { type Completed, idOf } from './complete.ts';
import { type LinkIndex, type LinkSetting, linksOf } from './links.ts';

/** The Clients that are made because rows name them, with their events. */
export type Added = Omit<Written, 'declared'>;

/**
 * The Clients that rows name and nobody has, each made once. They stand in the index from then on,
 * so that all rows that name one are linked to it.
 */
export async function namedClients(
  tx: Transaction,
  kind: AnyKind,
  setting: Pick<LinkSetting, 'account_uuid'> & {
    kind: ImportedKind;
    rows_are: SpecialRows | null;
    plan: ImportPlan;
  },
  rows: Completed[],
  index: LinkIndex,
  links: LinkSetting,
  writing: Writing,
  { users }: Pick<Surroundings, 'users'>,
): Promise<Added> {
  const added: Added = { inserts: [], updates: [], changes: [], revisions: [] };
  if (setting.kind !== 'contact' && setting.kind !== 'deal') return added;
  const owner = setting.plan.owner_uuid;
  const own = await kind.look?.(tx, setting.account_uuid);
  const around = { ...nothingAround(), users, own };
  const byName = new Map<string, string>();
  for (const row of rows) {
    const link =
      row.links.find(({ to }) => to === 'client') ?? row.links.find(({ to }) => to === 'client_domain');
    const name = cutTo(link?.texts[0]?.trim() ?? '', 200);
    if (!link || !name || linksOf(row, index, links).found.some(({ kind }) => kind === 'client')) continue;
    const space = link.to === 'client' ? 'name' : link.to;
    if ((index.get(`client ${space} ${link.texts[0]}`) ?? []).length > 1) continue;
    const folded = name.toLowerCase();
    let uuid = byName.get(folded);
    if (uuid === undefined) {
      const status = setting.rows_are === 'leads' ? 'lead' : undefined;
      const owned = owner && users.has(owner) ? { owner_uuid: owner } : {};
      const given = {
        name,
        ...(status && { status }),
        ...owned,
        ...idBeside(row, links),
        ...domainBeside(row),
      };
      const decision = prepareRow(kind, setting.account_uuid, null, given, writing, around);
      if ('faults' in decision) continue;
      const { record, change } = decision;
      uuid = record.uuid;
      byName.set(folded, uuid);
      added.inserts.push(record);
      added.changes.push(change!);
      added.revisions.push({ before: null, record, given });
    }
    index.set(`client ${space} ${link.texts[0]}`, [
      { wanted: name, uuid, external_id: null, name, related: [] },
    ]);
    const { external_id } = idBeside(row, links);
    if (external_id && !index.has(`client id ${external_id}`))
      index.set(`client id ${external_id}`, [{ wanted: external_id, uuid, external_id, name, related: [] }]);
  }
  return added;
}

/** The id that a row has of the Client which it names: nobody has it yet. */
function idBeside({ links }: Completed, { prefixes }: LinkSetting): { external_id?: string } {
  const texts = links.find(({ to }) => to === 'client_id')?.texts ?? [];
  const names = links.find(({ to }) => to === 'client')?.texts ?? [];
  // Of several, each id stands at the place of its name.
  return texts.length === 1 || (texts.length === names.length && texts.length > 0)
    ? { external_id: idOf(prefixes[0] ?? null, texts[0]!) }
    : {};
}

function domainBeside({ links }: Completed): { domain?: string } {
  const domain = links.find(({ to }) => to === 'client_domain')?.texts[0];
  return domain === undefined ? {} : { domain };
}
