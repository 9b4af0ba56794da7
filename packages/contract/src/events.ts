import { type Static, Type } from 'typebox';
import { Account, Login } from './accounts.ts';
import type { Actor } from './actors.ts';
import { Client } from './clients.ts';
import { EXAMPLE_UUIDS, JsonObject, Nullable, OneOf, Timestamp, Uuid } from './fields.ts';

/**
 * The event catalogue: every event that can happen, the resource it is about and the sentence for people.
 * Names are `<resource>.<action>`, past tense (contract §6).
 */
export const EVENT_TYPES = {
  'account.created': { resource: Account, description: 'An Account was created.' },
  'account.updated': { resource: Account, description: 'An Account changed.' },
  'account.deleted': { resource: Account, description: 'An Account was deleted.' },
  'account.restored': { resource: Account, description: 'A deleted Account is there again.' },
  'login.created': { resource: Login, description: 'A User joined an Account.' },
  'login.updated': { resource: Login, description: 'The role of a User in an Account changed.' },
  'login.deleted': {
    resource: Login,
    description: 'A User left an Account, or was removed from it; they are told as well.',
  },
  'client.created': { resource: Client, description: 'A Client was created.' },
  'client.updated': { resource: Client, description: 'A Client changed.' },
  'client.deleted': { resource: Client, description: 'A Client was deleted.' },
  'client.restored': { resource: Client, description: 'A deleted Client is there again.' },
} as const;

export type EventName = keyof typeof EVENT_TYPES;
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as EventName[];

/** What a subscription's `events` may hold: exact names, `<resource>.*` and `*`. */
export const EVENT_PATTERNS: string[] = [
  '*',
  ...new Set(EVENT_NAMES.map((name) => `${name.split('.')[0]}.*`)),
  ...EVENT_NAMES,
];

/** Whether one of the patterns means the event. The database plans deliveries by the same rule (`insertDeliveries`). */
export function matchesEvent(patterns: readonly string[], event: string): boolean {
  const family = `${event.split('.')[0]}.*`;
  return patterns.some((pattern) => pattern === '*' || pattern === family || pattern === event);
}

/** The body of a delivery, and an entry of the events feed. */
export const Event = Type.Object(
  {
    uuid: Uuid('Identifier of the event: the same in every delivery of it.', 'event'),
    event: OneOf(EVENT_NAMES, 'What happened.'),
    created_at: Timestamp('When it happened.'),
    account_uuid: Uuid('The Account it happened in.', 'account'),
    request_id: Type.String({
      description: 'The X-Request-Id of the request that caused it.',
      examples: [EXAMPLE_UUIDS.any],
    }),
    actor: Type.Unsafe<Actor>({ $ref: 'Actor#' }),
    data: JsonObject({
      description:
        'The record as the API returns it; on deleted, its last state. Cut to `uuid` and `url` when truncated.',
    }),
    previous: Nullable(
      JsonObject({
        description: 'Old values of the changed fields. Null on created and deleted.',
      }),
    ),
    changed_fields: Type.Array(Type.String(), {
      description: 'Names of the changed fields.',
      examples: [['name']],
    }),
    test: Type.Optional(Type.Boolean({ description: 'Present and true in a test, which nothing caused.' })),
    truncated: Type.Optional(Type.Boolean({ description: 'Present and true when `data` was cut.' })),
  },
  { $id: 'Event', title: 'Event', description: 'A fact: something happened to a record.' },
);
export type Event = Static<typeof Event>;

export const EventType = Type.Object(
  {
    event: OneOf(EVENT_NAMES, 'Name of the event.'),
    resource: Type.String({ description: 'The kind of record in `data`.', examples: ['client'] }),
    description: Type.String({ description: 'What it means.' }),
    schema: JsonObject({ description: 'JSON Schema of the delivery body.' }),
    sample: JsonObject({ description: 'A sample of the delivery body.' }),
  },
  { $id: 'EventType', title: 'Event type', description: 'An entry of the event catalogue.' },
);
export type EventType = Static<typeof EventType>;
