import type { ImportRow } from '@rapport/contract/imports';
import type { Transaction } from '../platform/database/database.ts';
import type { RecordsCore } from '../records/kind.ts';
import { bringsFrom } from './brought.ts';
import { kindOf, previewRows } from './chunk.ts';
import { stageKey } from './complete.ts';
import type { DecidedRow } from './decide-row.ts';
import { orderedFiles, rowsIn } from './outcomes.ts';
import type { ImportRecord } from './queries.ts';
import * as queries from './queries.ts';
import { accountSetting, fileSetting, prefixOf } from './settings.ts';

const ROWS = 20;

/** Twenty rows of the files as they will look, with what each would do. Nothing is written. */
export async function previewOf(core: RecordsCore, tx: Transaction, row: ImportRecord): Promise<ImportRow[]> {
  const account = await accountSetting(tx, row.account_uuid);
  const places = orderedFiles(row.plan.files).filter((place) => row.files[place]!.rows > 0);
  const each = Math.ceil(ROWS / Math.max(1, places.length));
  const prefixes = row.files.map(({ preset }) => prefixOf(preset));
  const bring = bringsFrom(tx, { ...row, prefixes });
  const preview: ImportRow[] = [];
  for (const place of places) {
    const chunk = await queries.findChunk(tx, row.uuid, place, 0);
    const setting = fileSetting(row, place, account, bring);
    if (!chunk || !setting) continue;
    const decided = await previewRows(core, tx, setting, rowsIn(chunk.rows).slice(0, each));
    const { named_by } = kindOf(core, setting.kind).definition;
    for (const { draft, ...one } of decided) {
      const links = draft.links.map(({ column, texts }) => [column, texts.join(', ')]);
      const { stage, extras } = draft;
      const isToCome = stage && row.plan.values.stage?.[stageKey(extras.pipeline, stage)] === 'create';
      const from = setting.file.columns.find(({ to }) => to === 'stage_uuid');
      if (isToCome && from) links.push([from.column, stage]);
      preview.push({
        file: place,
        line: one.line,
        resource: setting.kind,
        outcome: one.outcome,
        uuid: one.before?.uuid ?? null,
        title: titleOf(one, named_by),
        losses: one.losses,
        fields: { ...shown(one.given), ...Object.fromEntries(links) },
        ...(one.change?.previous && { previous: shown(one.change.previous) }),
      });
    }
  }
  return preview.slice(0, ROWS);
}

/** What a row is called: as its record, or by its own cells. */
export function titleOf(
  { record, given }: Pick<DecidedRow, 'record' | 'given'>,
  named_by: string,
): string | null {
  const { first_name, last_name } = given;
  const own = (record as Record<string, unknown> | null)?.[named_by] ?? given[named_by];
  const text = own ?? [first_name, last_name].filter(Boolean).join(' ');
  return typeof text === 'string' && text !== '' ? text.split('\n')[0]!.slice(0, 200) : null;
}

/** References stand for themselves by name, so their uuids are left out. */
const REFERENCES = ['client_uuid', 'clients', 'contacts', 'records'];

function shown(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !REFERENCES.includes(name)));
}
