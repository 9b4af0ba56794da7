import type { Caller } from '../../access/caller.ts';
import { wholeAccount } from '../../access/reach.ts';
import { refuseUnless } from '../../access/rules.ts';
import { listUsersOf } from '../../accounts/logins/look-ups.ts';
import { findUsual } from '../../accounts/look-ups.ts';
import { listNamedStages, type NamedStage } from '../../crm/pipelines/stages.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { declaredIn } from '../../records/custom-fields/declared.ts';
import { type PlanSetting, peopleOf } from '../plan/plan.ts';
import type { ImportRecord } from '../queries.ts';
import { PRESETS } from '../read/presets/all.ts';
import type { ImportedKind } from '../read/presets/preset.ts';
import type { FileSetting } from './chunk.ts';
import type { Bring } from './links.ts';

/** The Users, stages and custom fields of the Account, for the words and columns of the files. */
export async function planSetting(
  db: Queryable,
  account_uuid: string,
  owner_uuid: string | null,
  caller: Caller,
): Promise<PlanSetting> {
  const [users, stages] = [await listUsersOf(db, account_uuid), await listNamedStages(db, account_uuid)];
  const declared = await declaredIn(db, wholeAccount(account_uuid));
  const mayCreateFields = refuseUnless(caller, account_uuid, 'manage_fields', 'custom field') === null;
  const currency = (await findUsual(db, account_uuid))?.currency ?? null;
  return { account_uuid, users, stages, owner_uuid, declared, mayCreateFields, currency };
}

/** What all rows of an import need to know of the Account. */
type AccountSetting = {
  users: Set<string>;
  time_zone: string;
  country: string | null;
  currency: string | null;
  stages: NamedStage[];
};

export async function accountSetting(db: Queryable, account_uuid: string): Promise<AccountSetting> {
  const account = await findUsual(db, account_uuid);
  const users = await listUsersOf(db, account_uuid);
  return {
    users: new Set(users.map(({ uuid }) => uuid)),
    time_zone: account?.time_zone ?? 'UTC',
    country: account?.country ?? null,
    currency: account?.currency ?? null,
    stages: await listNamedStages(db, account_uuid),
  };
}

/** How the rows of one file are read; null for a file that is left out. */
export function fileSetting(
  row: Pick<ImportRecord, 'account_uuid' | 'files' | 'plan' | 'started_at'>,
  place: number,
  account: AccountSetting,
  // What rows name, the files before have made.
  bring: Bring = () => new Set(),
): FileSetting | null {
  const file = row.plan.files[place]!;
  if (file.resource === null) return null;
  const { account_uuid, plan, started_at } = row;
  const { preset, kind, rows_are } = row.files[place]!;
  const prefix = prefixOf(preset);
  return {
    ...account,
    kind: file.resource as ImportedKind,
    rows_are: file.resource === kind ? (rows_are ?? null) : null,
    is_csv: row.files[place]!.format === 'csv',
    analyses: row.files[place]!.columns,
    account_uuid,
    plan,
    file,
    people: peopleOf(row.files),
    prefix,
    // Files of one set may name records of each other, also when one was not recognised.
    prefixes: [...new Set([prefix, ...row.files.map(({ preset }) => prefixOf(preset))])].filter(
      (one) => one !== null,
    ),
    started_at: new Date(started_at ?? '9999-12-31'),
    bring,
  };
}

/** What stands before ids of the files of an exporter; null: nothing. */
export function prefixOf(preset: string | null): string | null {
  return PRESETS.find(({ key }) => key === preset)?.prefix ?? null;
}
