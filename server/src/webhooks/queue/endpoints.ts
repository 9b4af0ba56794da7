import type { EndpointState } from './breaker.ts';

/** What is known of a receiver, how many changes of it that takes in, and its URL then; null when its subscription is gone for good. */
export type KnownEndpoint = EndpointState & { url: string | null; disabled: boolean; revision: number };

/** The same as it comes from the database. */
export type EndpointRow = Omit<KnownEndpoint, 'failing_since' | 'paused_until' | 'disabled_reason'> & {
  failing_since: string | null;
  paused_until: string | null;
};

export function toEndpoint(row: EndpointRow): KnownEndpoint {
  const { url, slots, consecutive_failures, probe_count, disabled, revision } = row;
  const failing_since = row.failing_since === null ? null : new Date(row.failing_since);
  const paused_until = row.paused_until === null ? null : new Date(row.paused_until);
  return {
    url,
    slots,
    consecutive_failures,
    failing_since,
    probe_count,
    paused_until,
    disabled_reason: null,
    disabled,
    revision,
  };
}
