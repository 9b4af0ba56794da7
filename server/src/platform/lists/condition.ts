import type { Operator } from '@rapport/contract/list-definition';

/**
 * A condition of a filter; `key` is that of a custom field. `spans` are the instants between which
 * each of the values lies, for days that may have a time. `currencies` are those of the values, for
 * amounts.
 */
export type Condition = {
  field: string;
  key?: string;
  operator: Operator;
  values: string[];
  spans?: [from: string, until: string][];
  currencies?: Currency[];
};

/** The currency that an amount in a filter names, if any, and those of the Accounts. */
export type Currency = { named: string | null; own: Record<string, string | null> };
