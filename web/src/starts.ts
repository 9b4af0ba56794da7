import { DEALS_START } from './deals/start.ts';
import type { Address } from './fields/address.ts';
import type { Kind } from './fields/kinds.ts';
import { TASKS_START } from './tasks/start.ts';

/** The kinds whose work does not begin with the table of all their records. */
const STARTS: Record<string, Address> = { deal: DEALS_START, task: TASKS_START };

/** Returns the page that the menu opens for a kind. */
export function startOf({ resource, path }: Pick<Kind, 'resource' | 'path'>): Address {
  return STARTS[resource] ?? { to: path };
}
