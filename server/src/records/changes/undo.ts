import type { Cause } from '../../access/caller.ts';
import type { Writing } from '../kind.ts';
import type { Scope } from './queries.ts';

/** Who takes back what, and when. */
export type Undo = Scope & {
  cause: Cause;
  writing: Writing;
  /** True when they may change custom fields. */
  may_fields?: boolean;
};
