import type { FieldError } from '@rapport/contract/problems';

/** What the API refuses, as the pages say it. English has the sentences of the API itself. */
export const problems = {
  say: (_code: string | null, detail: string) => detail,
  /** Several fields at once; `detail` has them all. */
  fields: (_errors: FieldError[], detail: string) => detail,
  /** The fault of one field, said beside it. */
  field: (_code: string, detail: string) => detail,
};
