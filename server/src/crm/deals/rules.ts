import type { FieldError } from '@rapport/contract/problems';
import type { Deal } from '@rapport/contract/records/deals';
import type { Notices } from '../../notifications/notice.ts';
import { fault } from '../../records/fault.ts';
import type { Revision, Writing } from '../../records/kind.ts';
import { ownerNotices } from '../owner-notices.ts';

/**
 * The stages of an Account, ordered by pipeline and stage. Those of archived pipelines come last.
 */
export type AccountStages = { uuid: string; pipeline_uuid: string }[];

/**
 * Completes a Deal with the fields that follow from others: the pipeline of its stage, and the
 * times at which it entered the stage and was closed.
 */
export function completeDeal(
  { before, record }: Revision<Deal>,
  given: Partial<Deal>,
  { now }: Writing,
  stages: AccountStages,
): Deal {
  const stage_uuid = record.stage_uuid ?? (before ? null : (stages[0]?.uuid ?? null));
  const stage = stages.find(({ uuid }) => uuid === stage_uuid);
  const hasMoved = before?.stage_uuid !== stage_uuid;
  const isOpen = record.status === 'open';
  const isReopened = isOpen && before !== null && before.status !== 'open';
  return {
    ...record,
    stage_uuid,
    pipeline_uuid: stage?.pipeline_uuid ?? (hasMoved ? null : record.pipeline_uuid),
    stage_entered_at: hasMoved ? now : record.stage_entered_at,
    closed_at: closedAt({ before, record }, given, now),
    lost_reason: isReopened && given.lost_reason === undefined ? null : record.lost_reason,
  };
}

/** A Deal is closed now, unless it was before, or an import says when it was in its source. */
function closedAt({ before, record }: Revision<Deal>, given: Partial<Deal>, now: string): string | null {
  if (record.status === 'open') return null;
  if (given.closed_at) return record.closed_at;
  return before?.status === record.status ? before.closed_at : now;
}

/** Faults of a Deal beyond those that all kinds share. */
export function dealFaults({ record, before, given }: Revision<Deal>, stages: AccountStages): FieldError[] {
  const errors: FieldError[] = [];
  if ((given as Partial<Deal> | undefined)?.closed_at && record.status === 'open') {
    errors.push(
      fault('/closed_at', 'not_allowed', 'is for deals that are won or lost. Give their status, too.'),
    );
  }
  if (record.stage_uuid !== before?.stage_uuid && !stages.some(({ uuid }) => uuid === record.stage_uuid)) {
    errors.push(
      fault(
        '/stage_uuid',
        'not_found',
        'must be a stage of a pipeline of the Account (GET /api/v2/pipelines).',
      ),
    );
  }
  if (record.status === 'lost' && !record.lost_reason?.trim()) {
    errors.push(fault('/lost_reason', 'required', 'is missing. Say why the deal was lost.'));
  }
  if (record.status !== 'lost' && record.lost_reason !== null && record.lost_reason !== before?.lost_reason) {
    errors.push(fault('/lost_reason', 'not_allowed', 'is for lost deals. Set the status to lost, too.'));
  }
  return errors;
}

/** Returns the event of a change. A change of the status decides before a change of the stage. */
export function dealEvent(before: Deal, after: Deal): string {
  if (before.status !== after.status) return after.status === 'open' ? 'reopened' : after.status;
  return before.stage_uuid === after.stage_uuid ? 'updated' : 'moved';
}

/** A Deal tells its new owner, and who had it of whatever becomes of it. */
export function dealNotices({ before, record }: Revision<Deal>, action: string): Notices | null {
  const changes_of = action === 'created' ? null : (before ?? record).owner_uuid;
  return { ...ownerNotices({ before, record }, action), changes_of };
}
