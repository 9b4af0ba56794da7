import type { ImportPlan } from '@rapport/contract/imports';
import { cutTo } from '../platform/cells/cut.ts';
import type { Transaction } from '../platform/database/database.ts';
import { changeOf, newRecord } from '../records/decide.ts';
import type { Written } from '../records/import/write.ts';
import type { AnyKind, CrmRecord, Writing } from '../records/kind.ts';
import { NOT_SPELLED } from '../records/tags/spelling.ts';
import type { Completed } from './complete.ts';
import { type LinkIndex, type LinkSetting, linksOf } from './links.ts';
import type { ImportedKind } from './presets/preset.ts';

/** The Clients that are made because rows name them, with their events. */
export type Added = Omit<Written, 'declared'>;

/**
 * The Clients that rows name and nobody has, each made once. They stand in the index from then on,
 * so that all rows that name one are linked to it.
 */
export async function namedClients(
  tx: Transaction,
  kind: AnyKind,
  setting: Pick<LinkSetting, 'account_uuid'> & { kind: ImportedKind; plan: ImportPlan },
  rows: Completed[],
  index: LinkIndex,
  links: LinkSetting,
  writing: Writing,
): Promise<Added> {
  const added: Added = { inserts: [], updates: [], changes: [], steps: [] };
  if (setting.kind !== 'contact' && setting.kind !== 'deal') return added;
  const owner = setting.plan.owner_uuid;
  const own = await kind.look?.(tx, setting.account_uuid);
  const byName = new Map<string, string>();
  for (const row of rows) {
    const link = row.links.find(({ to }) => to === 'client');
    const name = cutTo(link?.texts[0]?.trim() ?? '', 200);
    if (!link || !name || linksOf(row, index, links).found.some(({ kind }) => kind === 'client')) continue;
    if ((index.get(`client name ${link.texts[0]}`) ?? []).length > 1) continue;
    const folded = name.toLowerCase();
    let uuid = byName.get(folded);
    if (uuid === undefined) {
      const given = { name, ...(owner && { owner_uuid: owner }) };
      const record = newRecord<CrmRecord>(kind, setting.account_uuid, given, writing, {
        own,
        declared: [],
        tags: NOT_SPELLED,
      });
      uuid = record.uuid;
      byName.set(folded, uuid);
      added.inserts.push(record);
      added.changes.push(changeOf(kind, 'created', record, null));
      added.steps.push({ before: null, record, given });
    }
    index.set(`client name ${link.texts[0]}`, [{ wanted: name, uuid, external_id: null, related: [] }]);
  }
  return added;
}
