import type { EventName } from '@rapport/contract/events';
import type { Caller } from '../../access/caller.ts';
import { momentOf } from '../../access/days.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { seenBy } from '../../access/sight.ts';
import { listStatesBefore } from '../../events/look-ups.ts';
import type { Core } from '../../platform/core.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import type { AnyKind, CrmRecord } from '../kind.ts';
import { findRecord } from '../queries.ts';
import { asItWas, readInstant } from './rules.ts';

/**
 * The record as it was at a time: its last event until then holds all of it. 404 when it was not
 * there yet, not there any more, or cannot be told; 409 when it had been merged into another.
 */
export async function readRecordAt(
  core: Core,
  kind: AnyKind,
  caller: Caller,
  uuid: string,
  at: string,
): Promise<CrmRecord | Problem> {
  const instant = readInstant(at, momentOf(core, caller));
  if (instant instanceof Problem) return instant;
  const { name } = kind.definition;
  const prefix = `${name}.`;
  // Instants have milliseconds, so what happened at the very one is before the next.
  const next = new Date(instant.getTime() + 1).toISOString();
  const reach = reachOf(caller);
  const db = seenBy(core.db, reach);
  const [[state], now] = await Promise.all([
    listStatesBefore(db, reach, [{ uuid, at: next }], prefix),
    findRecord(db, kind, reach, uuid),
  ]);
  if (!state) return now ? notYet(name, now) : notFound(name);
  const { event, created_at, merged_into_uuid, data } = state;
  if (merged_into_uuid !== undefined) {
    const detail = `This ${name} had been merged into ${merged_into_uuid} at ${created_at}. Read that one, or an earlier time.`;
    return new Problem('conflict', detail, {
      errors: [{ pointer: 'at', code: 'taken', detail, uuid: merged_into_uuid }],
    });
  }
  if (event === (`${name}.deleted` as EventName)) {
    const detail = `This ${name} had been deleted at ${created_at}. Read an earlier time.`;
    return new Problem('not_found', detail);
  }
  return asItWas(kind, data);
}

/**
 * Records as they were just before some instants, in the order asked for. Undefined for one that
 * was not there.
 */
export async function readStatesAt(
  core: Pick<Core, 'db'>,
  kind: AnyKind,
  reach: Reach,
  wanted: { uuid: string; at: string }[],
): Promise<(CrmRecord | undefined)[]> {
  const { name } = kind.definition;
  const states = await listStatesBefore(seenBy(core.db, reach), reach, wanted, `${name}.`);
  return states.map((state) =>
    state === null || state.event === `${name}.deleted` ? undefined : asItWas(kind, state.data),
  );
}

function notYet(name: string, { created_at }: CrmRecord): Problem {
  const detail = `This ${name} was not there yet: its history begins at ${created_at} or later. Read a later time.`;
  return new Problem('not_found', detail);
}
