import { RECORDS } from '@rapport/contract/records/all';
import type { RecordDefinition } from '@rapport/contract/records/define-record';
import type { FieldType, RecordField } from '@rapport/contract/records/record-field';
import { isTold, shown } from './texts.ts';

/** The kinds that tools name, each by the word of its resource. */
export const KINDS = (RECORDS as readonly RecordDefinition[]).filter(
  ({ read_with }) => read_with === undefined,
);
export const KIND_NAMES = KINDS.map(({ name }) => name);

export function kindOf(name: string): RecordDefinition {
  return (RECORDS as readonly RecordDefinition[]).find((one) => one.name === name)!;
}

/** Types whose values the service makes or has checked: no words of people are in them. */
const FACTS: readonly FieldType[] = ['choice', 'time', 'date', 'number', 'boolean', 'uuid'];

/**
 * A record as an assistant gets it: what the service says of it, and below `text_from_record` all
 * that people wrote. Empty fields are left out.
 */
export function shownRecord(kind: RecordDefinition, record: Record<string, unknown>, most: number): object {
  const fields = Object.entries(kind.fields as Record<string, RecordField>).filter(([name]) =>
    isTold(record[name]),
  );
  const facts = fields.filter(([, field]) => isFact(field));
  const texts = fields.filter(([, field]) => !isFact(field));
  const take = (some: typeof fields) => Object.fromEntries(some.map(([name]) => [name, record[name]]));
  const { uuid, account_uuid, version, created_at, updated_at } = record;
  return {
    ...{ resource: kind.name, uuid, account_uuid, version, created_at, updated_at },
    ...take(facts),
    text_from_record: shown(take(texts), most),
  };
}

function isFact({ type, extras = [] }: RecordField): boolean {
  return FACTS.includes(type) || (type === 'links' && !extras.includes('role'));
}

/** An event as an assistant gets it. What it changed, and who did it, are words of people. */
export function shownEvent(event: Record<string, unknown>, most: number): object {
  const { uuid, change_uuid, created_at, changed_fields, data, previous } = event;
  const proposal = event.proposal as { uuid: string; proposed_by: { name: string } } | undefined;
  const actor = event.actor as { type: string; user_uuid: string | null; name: string };
  const record = data as { uuid?: string };
  return {
    ...{ event: event.event, uuid, change_uuid, created_at, record_uuid: record.uuid },
    actor: { type: actor.type, user_uuid: actor.user_uuid },
    ...(proposal && { proposal_uuid: proposal.uuid }),
    text_from_record: shown(
      {
        actor: actor.name,
        proposed_by: proposal?.proposed_by.name,
        changed_fields,
        previous,
        now: partOf(data, changed_fields),
      },
      most,
    ),
  };
}

/** The values that the event gave; of a new record its own. */
function partOf(data: unknown, changed: unknown): object {
  const names = Array.isArray(changed) ? changed : null;
  const entries = Object.entries(data as object).filter(
    ([name, value]) => (names === null || names.includes(name)) && isTold(value),
  );
  return Object.fromEntries(entries);
}
