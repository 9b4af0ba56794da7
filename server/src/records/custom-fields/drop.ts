import type { CustomField } from '@rapport/contract/custom-fields';
import type { Caller, Cause } from '../../access/caller.ts';
import { recordEvents } from '../../events/actions.ts';
import { enqueue } from '../../jobs/actions.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { RecordsCore } from '../kind.ts';
import { CLEAR_JOB } from './fill.ts';
import * as queries from './queries.ts';

/** Deletes a locked field. What records have under its key stays there, and no list shows it. */
export async function dropField(
  core: RecordsCore,
  tx: Transaction,
  cause: Cause & Pick<Caller, 'user_uuid'>,
  field: CustomField,
): Promise<void> {
  const { uuid, account_uuid } = field;
  await queries.deleteField(tx, field);
  const { user_uuid } = cause;
  await enqueue(core, tx, CLEAR_JOB, { step: { field_uuid: uuid }, account_uuid, user_uuid });
  await recordEvents(core, tx, cause, [
    { event: 'custom_field.deleted', account_uuid, record: field, previous: null },
  ]);
}
