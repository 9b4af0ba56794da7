import { Account, Login, User } from '@rapport/contract/accounts';
import { Actor } from '@rapport/contract/actors';
import { CustomField } from '@rapport/contract/custom-fields';
import { EVENT_NAMES, EVENT_TYPES, Event, type EventName, type EventType } from '@rapport/contract/events';
import { File } from '@rapport/contract/files';
import { MailTrace } from '@rapport/contract/mail';
import { Proposal } from '@rapport/contract/proposals';
import { RECORDS } from '@rapport/contract/records/all';
import type { TSchema } from 'typebox';
import { eventSchema } from './event-schemas.ts';

/**
 * The event catalogue of the API: for each event, the JSON Schema of its delivery body and a
 * sample.
 */
export function eventTypes(): EventType[] {
  return EVENT_NAMES.map((event) => {
    const { description } = EVENT_TYPES[event];
    return {
      event,
      resource: event.split('.')[0]!,
      description,
      schema: bodySchema(event),
      sample: sampleOf(event),
    };
  });
}

/** A sample of the event's delivery body. */
export function sampleOf(event: EventName): Record<string, unknown> {
  const { previous = null } = EVENT_TYPES[event];
  const {
    truncated: _,
    test: __,
    because_of: ___,
    proposal: ____,
    merged_into_uuid: _____,
    merged_from_uuid,
    ...whole
  } = exampleOf(Event) as Record<string, unknown>;
  return {
    ...whole,
    ...(event.endsWith('.merged') && { merged_from_uuid }),
    event,
    data: sampleRecord(event),
    previous,
    changed_fields: Object.keys(previous ?? {}),
  };
}

function bodySchema(event: EventName): Record<string, unknown> {
  const schema = expand(eventSchema(event)) as Record<string, unknown>;
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
}

/** A creation time that is earlier than the sample event. */
const CREATED_EARLIER = '2026-11-02T14:05:00.000+00:00';

/**
 * The sample record in its state after the event. A changed record has existed before, with an
 * earlier version.
 */
function sampleRecord(event: EventName): Record<string, unknown> {
  const { resource, data } = EVENT_TYPES[event];
  const record = { ...(exampleOf(resource) as Record<string, unknown>), ...data };
  if (event.endsWith('.created')) return record;
  const created_at = CREATED_EARLIER;
  if (event.endsWith('.deleted')) return { ...record, created_at, updated_at: created_at };
  return 'version' in record ? { ...record, created_at, version: 2 } : { ...record, created_at };
}

const REFERENCED: Record<string, TSchema> = {
  'User#': User,
  'Account#': Account,
  'Login#': Login,
  'CustomField#': CustomField,
  'Proposal#': Proposal,
  'File#': File,
  'MailTrace#': MailTrace,
  ...Object.fromEntries(RECORDS.map(({ title, schema }) => [`${title}#`, schema])),
  'Actor#': Actor,
};

/** Returns a schema without references: each is replaced by the schema that it refers to. */
function expand(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(expand);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: _, ...rest } = schema as Record<string, unknown>;
  const reference = REFERENCED[String(rest.$ref)];
  if (reference) return expand(reference);
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, expand(value)]));
}

/**
 * Makes an example value of a schema from the examples of its fields. `referenced` are the schemas
 * that it may refer to.
 */
export function exampleOf(schema: unknown, referenced: Record<string, unknown> = REFERENCED): unknown {
  const node = schema as Record<string, unknown>;
  const reference = referenced[String(node.$ref)];
  if (reference) return exampleOf(reference, referenced);
  if (Array.isArray(node.examples)) return node.examples[0];
  if (Array.isArray(node.enum)) return node.enum[0];
  if (node.properties) {
    return Object.fromEntries(
      Object.entries(node.properties as object).map(([name, field]) => [name, exampleOf(field, referenced)]),
    );
  }
  const [option] = (node.anyOf ?? node.oneOf ?? []) as unknown[];
  if (option) return exampleOf(option, referenced);
  if (node.type === 'array')
    return Array(Math.max(1, Number(node.minItems ?? 1))).fill(exampleOf(node.items, referenced));
  if (node.type === 'null') return null;
  if (node.type === 'boolean') return false;
  if (node.type === 'integer') return 1;
  if (node.type === 'object') return {};
  return 'text';
}
