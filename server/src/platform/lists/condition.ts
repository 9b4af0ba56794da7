import type { Operator } from '@rapport/contract/list-definition';

/**
 * A condition of a filter; `key` is that of a custom field. `spans` are the instants between which
 * each of the values lies, for days that may have a time.
 */
export type Condition = {
  field: string;
  key?: string;
  operator: Operator;
  values: string[];
  spans?: [from: string, until: string][];
};
