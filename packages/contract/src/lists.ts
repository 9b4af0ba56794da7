import { ROLES } from './accounts.ts';
import { CLIENT_KINDS, CLIENT_STATUSES } from './clients.ts';
import { EVENT_NAMES } from './events.ts';
import { ATTEMPT_ERROR_KINDS, DELIVERY_STATES, NOT_SENT_REASONS } from './webhook-deliveries.ts';

/**
 * What a list can be filtered and sorted by: its queries are checked and described by it, and the client package types them. The keys are
 * field names and column names alike.
 */
export type ListDefinition = {
  name: string;
  fields: Record<string, ListField>;
  default_sort: string;
  searchable: boolean;
};

export type ListField = {
  type: 'text' | 'choice' | 'time' | 'uuid' | 'tags';
  choices?: readonly string[];
  nullable?: boolean;
  sortable?: boolean;
  /** Sorted as `folded` by the database: upper and lower case together, accents left out. */
  folded?: boolean;
};

export type Operator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'contains'
  | 'starts_with'
  | 'is_null';

const OPERATORS: Record<ListField['type'], Operator[]> = {
  text: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'contains', 'starts_with'],
  choice: ['eq', 'ne', 'in'],
  time: ['eq', 'lt', 'lte', 'gt', 'gte'],
  uuid: ['eq', 'ne', 'in'],
  tags: ['eq', 'ne', 'in'],
};

/** What may stand in `filter[name][operator]` for this field. */
export function operatorsOf(field: ListField): Operator[] {
  return field.nullable ? [...OPERATORS[field.type], 'is_null'] : OPERATORS[field.type];
}

export const ACCOUNTS_LIST: ListDefinition = {
  name: 'accounts',
  default_sort: 'created_at',
  searchable: false,
  fields: {
    name: { type: 'text', sortable: true },
    created_at: { type: 'time', sortable: true },
    updated_at: { type: 'time', sortable: true },
  },
};

export const LOGINS_LIST: ListDefinition = {
  name: 'logins',
  default_sort: 'created_at',
  searchable: false,
  fields: {
    role: { type: 'choice', choices: ROLES, sortable: true },
    user_uuid: { type: 'uuid' },
    created_at: { type: 'time', sortable: true },
    updated_at: { type: 'time', sortable: true },
  },
};

export const CLIENTS_LIST: ListDefinition = {
  name: 'clients',
  default_sort: '-created_at',
  searchable: true,
  fields: {
    name: { type: 'text', sortable: true, folded: true },
    kind: { type: 'choice', choices: CLIENT_KINDS, sortable: true },
    status: { type: 'choice', choices: CLIENT_STATUSES, sortable: true },
    created_at: { type: 'time', sortable: true },
    updated_at: { type: 'time', sortable: true },
    industry: { type: 'text', nullable: true, sortable: true },
    domain: { type: 'text', nullable: true, sortable: true },
    external_id: { type: 'text', nullable: true, sortable: true },
    owner_uuid: { type: 'uuid', nullable: true },
    tags: { type: 'tags' },
    first_name: { type: 'text', nullable: true },
    last_name: { type: 'text', nullable: true },
    language: { type: 'text', nullable: true },
    currency: { type: 'text', nullable: true },
    tax_number: { type: 'text', nullable: true },
  },
};

export const DELETED_CLIENTS_LIST: ListDefinition = {
  name: 'deleted_clients',
  default_sort: '-deleted_at',
  searchable: true,
  fields: { deleted_at: { type: 'time', sortable: true } },
};

export const DELIVERIES_LIST: ListDefinition = {
  name: 'webhook_deliveries',
  fields: {
    state: { type: 'choice', choices: DELIVERY_STATES },
    not_sent_reason: { type: 'choice', choices: NOT_SENT_REASONS, nullable: true },
    error_kind: { type: 'choice', choices: ATTEMPT_ERROR_KINDS },
    event: { type: 'choice', choices: EVENT_NAMES },
    event_uuid: { type: 'uuid' },
    account_uuid: { type: 'uuid' },
    subscription_uuid: { type: 'uuid' },
    created_at: { type: 'time', sortable: true },
  },
  default_sort: '-created_at',
  searchable: false,
};

/** What the feed of events can be filtered by. Its order and its cursor are its own. */
export const FEED: Pick<ListDefinition, 'fields'> = {
  fields: { event: { type: 'choice', choices: EVENT_NAMES } },
};
