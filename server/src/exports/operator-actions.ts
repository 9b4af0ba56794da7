import type { Cause } from '../access/caller.ts';
import { recordAudit } from '../audit/actions.ts';
import type { ObjectStore } from '../files/objects.ts';
import type { Core } from '../platform/core.ts';
import { Problem } from '../platform/problem.ts';
import { type Sink, type Written, writeArchive } from './archive/write.ts';

/**
 * For the operator: writes an Account as an archive, with the private views of all its members. It
 * is noted in the audit log of the Account. 404 when there is no such Account.
 */
export async function exportByOperator(
  core: Core & { objects: ObjectStore | null },
  cause: Cause,
  { account_uuid, events }: { account_uuid: string; events: boolean },
  sink: Sink,
  signal: AbortSignal,
): Promise<Written | Problem> {
  const written = await writeArchive(core, { account_uuid, events, user_uuid: null }, sink, signal);
  if (written instanceof Problem) return written;
  await recordAudit(core, core.db, cause, 'account.exported', { account_uuid, details: { events } });
  return written;
}
