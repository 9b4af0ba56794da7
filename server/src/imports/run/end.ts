import { tell } from '../../notifications/actions.ts';
import type { Core } from '../../platform/core.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ImportRecord } from '../queries.ts';

export const TAKEN_BACK = 'It was taken back before all its rows were imported. Upload the files again.';

/** Tells who started an import that it has ended: it may have taken long. */
export function tellOfEnd(core: Core, tx: Transaction, row: ImportRecord): void {
  const { uuid: subject_uuid, account_uuid, user_uuid, files } = row;
  const title = files.map(({ name }) => name).join(', ');
  const about = { account_uuid, resource: 'import', subject_uuid, title, due_on: null, due_at: null };
  tell(core, tx, { ...about, user_uuid, sort: 'import_done' });
}
