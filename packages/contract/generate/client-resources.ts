// Writes packages/client/src/resources.ts: `node client-resources.ts`.
import { writeFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import {
  Account,
  AccountCreate,
  AccountUpdate,
  Login,
  LoginCreate,
  LoginUpdate,
  User,
} from '../src/accounts.ts';
import { Actor } from '../src/actors.ts';
import { API_REQUESTS_LIST, ApiRequest } from '../src/api-requests.ts';
import { AuditEntry } from '../src/audit.ts';
import { AccountApplication, AccountWebhook } from '../src/connections.ts';
import { Event, EventType } from '../src/events.ts';
import { Grant } from '../src/grants.ts';
import { Invitation, InvitationCreate } from '../src/invitations.ts';
import { Job } from '../src/jobs.ts';
import { type ListDefinition, type ListField, operatorsOf } from '../src/list-definition.ts';
import { ACCOUNTS_LIST, DELIVERIES_LIST, LOGINS_LIST } from '../src/lists.ts';
import { PendingLogin } from '../src/pending-logins.ts';
import { CurrentUser, PersonalAccessToken } from '../src/personal-access-tokens.ts';
import { FIELD_ERROR_CODES, PROBLEMS } from '../src/problems.ts';
import { RECORDS } from '../src/records/all.ts';
import { BatchRequest, BatchResult } from '../src/records/batches.ts';
import { Board } from '../src/records/board.ts';
import type { RecordDefinition } from '../src/records/define-record.ts';
import { ImportResult } from '../src/records/imports.ts';
import { SearchHit } from '../src/records/search.ts';
import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookRecovery,
  WebhookRecoveryCreate,
  WebhookTest,
  WebhookTestCreate,
} from '../src/webhook-deliveries.ts';
import { WebhookHealth } from '../src/webhook-health.ts';
import { WebhookRelayAttempt, WebhookRelayCreate, WebhookRelayDelivery } from '../src/webhook-relays.ts';
import {
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
} from '../src/webhook-subscriptions.ts';
import { choiceText, declaration, wrapped } from './type-text.ts';
import { eventDataDeclaration } from './webhook-catalogue.ts';

/**
 * The schemas to write, under the names of their types: resources, and the bodies that create and
 * change them.
 */
const SCHEMAS: Record<string, TSchema> = {
  User,
  CurrentUser,
  Account,
  AccountCreate,
  AccountUpdate,
  Login,
  LoginCreate,
  LoginUpdate,
  PendingLogin,
  Invitation,
  InvitationCreate,
  ...Object.assign({}, ...RECORDS.map(recordSchemas)),
  ImportResult,
  BatchRequest,
  BatchResult,
  SearchHit,
  Board,
  PersonalAccessToken,
  Grant,
  AuditEntry,
  ApiRequest,
  Job,
  AccountWebhook,
  AccountApplication,
  WebhookSubscription,
  WebhookSubscriptionCreate,
  WebhookSubscriptionUpdate,
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
  WebhookTest,
  WebhookTestCreate,
  WebhookRecovery,
  WebhookRecoveryCreate,
  WebhookHealth,
  WebhookRelayCreate,
  WebhookRelayDelivery,
  WebhookRelayAttempt,
  Actor,
  EventRecord: Event,
  EventType,
};

const EVENT = `/**
 * Any event of the feed: \`switch (event.event)\` narrows \`event.data\`. Later services may send
 * more; keep a \`default\`.
 */
export type Event = {
  [Name in keyof EventData]: Omit<EventRecord, 'event' | 'data' | 'previous'> & {
    event: Name;
    data: EventData[Name];
    previous: Partial<EventData[Name]> | null;
  };
}[keyof EventData];
`;

/** The queries to write, under the names of their types: one for each list. */
const LISTS: Record<string, ListDefinition> = {
  AccountList: ACCOUNTS_LIST,
  LoginList: LOGINS_LIST,
  ...Object.assign({}, ...RECORDS.map(recordLists)),
  WebhookDeliveryList: DELIVERIES_LIST,
  ApiRequestList: API_REQUESTS_LIST,
};

/** The schemas of one kind of record: its resource, and the bodies that create and change one. */
function recordSchemas({ title, ...schemas }: RecordDefinition): Record<string, TSchema> {
  return {
    [title]: schemas.schema,
    [`${title}Create`]: schemas.create_schema,
    [`${title}Update`]: schemas.update_schema,
    [`Deleted${title}`]: schemas.deleted_schema,
  };
}

function recordLists({ title, list, deleted_list }: RecordDefinition): Record<string, ListDefinition> {
  return { [`${title}List`]: list, [`Deleted${title}List`]: deleted_list };
}

export function clientResources(): string {
  return [
    '// Generated from the resources of the service; do not edit.\n',
    ...Object.entries(SCHEMAS).map(([name, schema]) => declaration(schema, name)),
    eventDataDeclaration(),
    EVENT,
    ...Object.entries(LISTS).map(([name, list]) => listDeclaration(name, list)),
    codes('ProblemCode', 'What `ApiError.code` can be.', Object.keys(PROBLEMS)),
    codes('FieldErrorCode', 'What `ApiError.errors[].code` can be.', FIELD_ERROR_CODES),
  ].join('\n');
}

/**
 * Returns the type of a list's query: the operators of each field, the fields to sort by, and the
 * parameters that only some lists take.
 */
function listDeclaration(name: string, { fields, searchable }: ListDefinition): string {
  const named = Object.entries(fields);
  const filter = named.map(([field, definition]) =>
    member('    ', keyOf(field, definition), operatorsOf(definition)),
  );
  const sortable = named.filter(([, { sortable }]) => sortable).map(([field]) => field);
  const parameters = [...(searchable ? ['q'] : []), ...('updated_at' in fields ? ['updated_since'] : [])];
  const members = [
    `  filter: {\n${filter.join('')}  };\n`,
    member('  ', 'sort', sortable),
    member('  ', 'parameters', parameters),
  ];
  return `/** The possible queries of this list, for \`ListQuery\`. */\nexport type ${name} = {\n${members.join('')}};\n`;
}

/** Callers choose the names of custom fields, so the type allows any name. */
function keyOf(field: string, { type }: ListField): string {
  return type === 'custom' ? `[field: \`${field}.\${string}\`]` : field;
}

function member(indent: string, name: string, choices: readonly string[]): string {
  const type = choices.length > 0 ? choiceText(choices) : 'never';
  return `${indent}${name}:${wrapped(type, `${indent}${name}:`, indent)};\n`;
}

function codes(name: string, description: string, values: readonly string[]): string {
  const start = `export type ${name} =`;
  return `/** ${description} */\n${start}${wrapped(choiceText(values), start, '')};\n`;
}

if (import.meta.main) {
  writeFileSync(new URL('../../client/src/resources.ts', import.meta.url), clientResources());
}
