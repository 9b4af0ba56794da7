import { Account, Login, User } from '@rapport/contract/accounts';
import { Actor } from '@rapport/contract/actors';
import { Client } from '@rapport/contract/clients';
import { EVENT_NAMES, EVENT_TYPES, Event, type EventName, type EventType } from '@rapport/contract/events';
import type { TSchema } from 'typebox';
import { eventSchema } from './event-schemas.ts';

/** The event catalogue as the API shows it: for each event the JSON Schema of its delivery body, and a sample. */
export function eventTypes(): EventType[] {
  return EVENT_NAMES.map((event) => {
    const { resource, description } = EVENT_TYPES[event];
    return {
      event,
      resource: event.split('.')[0]!,
      description,
      schema: bodySchema(event),
      sample: sampleBody(event, resource),
    };
  });
}

/** A sample of the event's delivery body. */
export function sampleOf(event: EventName): Record<string, unknown> {
  return sampleBody(event, EVENT_TYPES[event].resource);
}

function bodySchema(event: EventName): Record<string, unknown> {
  const schema = expand(eventSchema(event)) as Record<string, unknown>;
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema };
}

function sampleBody(event: EventName, resource: TSchema): Record<string, unknown> {
  const body = exampleOf(Event) as Record<string, unknown>;
  const previous = event.endsWith('.updated') ? PREVIOUS[event.split('.')[0]!]! : null;
  const { truncated: _, test: __, ...whole } = body;
  return {
    ...whole,
    event,
    data: sampleRecord(event, resource),
    previous,
    changed_fields: Object.keys(previous ?? {}),
  };
}

/** What was different before the change of a sample. */
const PREVIOUS: Record<string, Record<string, unknown>> = {
  account: { name: 'Lovelace & Babbage Ltd' },
  login: { role: 'viewer' },
  client: { name: 'Minnesota Mining' },
};

/** Before the event of a sample, which is as new as any other example. */
const CREATED_EARLIER = '2026-11-02T14:05:00.000+00:00';

/** The record as such an event leaves it: one that was changed has been there before, in an earlier version. */
function sampleRecord(event: EventName, resource: TSchema): Record<string, unknown> {
  const example = exampleOf(resource) as Record<string, unknown>;
  const isOrganisation = example.kind === 'organisation';
  const record = isOrganisation ? { ...example, first_name: null, last_name: null } : example;
  if (event.endsWith('.created')) return record;
  const created_at = CREATED_EARLIER;
  if (event.endsWith('.deleted')) return { ...record, created_at, updated_at: created_at };
  return 'version' in record ? { ...record, created_at, version: 2 } : { ...record, created_at };
}

const REFERENCED: Record<string, TSchema> = {
  'User#': User,
  'Account#': Account,
  'Login#': Login,
  'Client#': Client,
  'Actor#': Actor,
};

/** A schema that stands by itself: references replaced by what they name. */
function expand(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(expand);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $id: _, ...rest } = schema as Record<string, unknown>;
  const reference = REFERENCED[String(rest.$ref)];
  if (reference) return expand(reference);
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, expand(value)]));
}

/** An example value of a schema, made of the examples that its fields carry. */
export function exampleOf(schema: unknown): unknown {
  const node = schema as Record<string, unknown>;
  const reference = REFERENCED[String(node.$ref)];
  if (reference) return exampleOf(reference);
  if (Array.isArray(node.examples)) return node.examples[0];
  const [option] = (node.anyOf ?? node.oneOf ?? []) as unknown[];
  if (option) return exampleOf(option);
  if (node.properties) {
    return Object.fromEntries(
      Object.entries(node.properties as object).map(([name, field]) => [name, exampleOf(field)]),
    );
  }
  if (node.type === 'array') return [exampleOf(node.items)];
  if (node.type === 'null') return null;
  if (node.type === 'boolean') return false;
  if (node.type === 'integer') return 1;
  if (node.type === 'object') return {};
  return 'text';
}
