import type { CellLoss } from '@rapport/contract/imports';

/** A row as its cells say it, before anything is looked up. */
export type Draft = {
  line: number;
  given: Record<string, unknown>;
  /** Texts that are no field of their own, such as a due time. */
  extras: Record<string, string>;
  /** Times as ISO 8601, by their target. */
  moments: Record<string, { at: string; day: string; hasTime: boolean }>;
  links: Link[];
  stage: string | null;
  losses: CellLoss[];
  /** Why the source says that the row is none; null when it does not. */
  skipped: string | null;
  /** Why none of its cells can be trusted; null when they can. */
  fault: string | null;
};

/** A cell that names other records, by ids of the source or by name. */
export type Link = { to: string; column: string; texts: string[] };
