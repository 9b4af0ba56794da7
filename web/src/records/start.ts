import type { Kind } from './kinds.ts';

/** An address of a page. The router adds the Account. */
export type Address = { to: string; search?: Record<string, string | undefined> };

/** The kinds whose work does not begin with the table of all their records. */
const STARTS: Record<string, Address> = {
  deal: { to: '/deals/board' },
  task: { to: '/tasks', search: { 'filter[status]': 'open', sort: 'due_on' } },
};

/** Returns the page that the menu opens for a kind. */
export function startOf({ resource, path }: Pick<Kind, 'resource' | 'path'>): Address {
  return STARTS[resource] ?? { to: path };
}
