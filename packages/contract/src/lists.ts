import { ROLES } from './accounts.ts';
import { EVENT_NAMES } from './events.ts';
import type { ListDefinition } from './list-definition.ts';
import { ATTEMPT_ERROR_KINDS, DELIVERY_STATES, NOT_SENT_REASONS } from './webhook-deliveries.ts';

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

/** The filters of the event feed. The feed has an order and a cursor of its own. */
export const FEED: Pick<ListDefinition, 'fields'> = {
  fields: { event: { type: 'choice', choices: EVENT_NAMES } },
};
