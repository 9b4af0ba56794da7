import type { Address } from '../fields/address.ts';

/** The work on Tasks begins with the open ones. */
export const TASKS_START: Address = { to: '/tasks', search: { 'filter[status]': 'open', sort: 'due_on' } };
