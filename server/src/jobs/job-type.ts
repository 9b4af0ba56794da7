import type { Transaction } from '../platform/database/database.ts';
import type { Problem } from '../platform/problem.ts';

/** A job as its type sees it. `step` is what comes next, as JSON. */
export type Job<Step> = {
  uuid: string;
  account_uuid: string | null;
  user_uuid: string | null;
  step: Step;
  done_count: number;
  total_count: number | null;
  /** ISO 8601. */
  created_at: string;
};

/** What people are shown of a job's progress. What is left out stays as it was. */
type Progress = { done_count?: number; total_count?: number | null; detail?: string | null };

/**
 * What a step leads to: the next step, now or at `due_at`; the same step after a pause; or the end.
 */
export type Outcome<Step> =
  | (Progress & { next: Step; due_at?: Date })
  | (Progress & { completed: object | null })
  | { retry: string }
  | { failed: string };

/** The place of a job among those of its lane. It is left for a while, and taken again. */
export type Place = {
  leave(): void;
  /** Resolves when there is room. */
  take(): Promise<void>;
};

/**
 * A sort of job. Its steps are small, each in a transaction of its own, and each is made once: what
 * it writes and the next step are committed together.
 */
export type JobType<Step extends object, Core> = {
  /** As in the database, so it never changes. */
  name: string;
  /** True when the User sees it among their jobs. It is then kept for 30 days after its end. */
  is_shown: boolean;
  /** The pauses after a failure, in milliseconds. When they are used up, the job fails. */
  retries_ms?: readonly number[];
  /** For work that may wait for strangers: so many at a time, and beside all other work. */
  lane?: 'mailboxes' | 'sending';
  /** For work of the service itself that comes again and is never given up, such as a clean-up. */
  every_ms?: number;
  /**
   * Work before the step that needs no transaction, such as talking to a mail server. It may be
   * done twice, when the worker ends before the step is committed. Work that may take longer than a
   * few seconds ends, by throwing, when `stopping` is aborted: another worker then begins it anew.
   * Work that waits for a stranger leaves its `place` to other jobs meanwhile.
   */
  outside?: (core: Core, job: Job<Step>, stopping: AbortSignal, place: Place) => Promise<unknown>;
  /**
   * Makes one step, in less than a second. `core.db` is the transaction as well. A thrown error is
   * tried again; a Problem ends the job as failed. Both undo what the step has written.
   */
  run: (core: Core, tx: Transaction, job: Job<Step>, outside: unknown) => Promise<Outcome<Step> | Problem>;
  /**
   * The step in a change of its own. For work that goes on when the change in whose name it writes
   * was taken back, because what it follows from was not. Other work ends then.
   */
  apart?: (step: Step, now: Date) => Step;
  /**
   * Called in the transaction that cancels the job, or gives it up without a word of `run`. It may
   * return what came of the job so far.
   */
  ended?: (
    core: Core,
    tx: Transaction,
    job: Job<Step>,
    state: 'cancelled' | 'failed',
  ) => Promise<object | undefined> | Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: a list holds types with steps of every shape
export type AnyJobType<Core> = JobType<any, Core>;
