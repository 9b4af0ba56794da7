import type { DeletedOf } from '@rapport/contract/records/define-record';
import type { RecordData } from '../data.ts';

/** A record that can still be restored. */
export type DeletedRecord = RecordData &
  Pick<DeletedOf<Record<never, never>>, 'deleted_at' | 'deleted_by' | 'restorable_until'>;
