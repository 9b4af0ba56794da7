import { useDebouncedCallback, useThrottledCallback } from '@mantine/hooks';
import type { WebhookLiveTest } from '@rapport/contract/webhook-live';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

export type Live = {
  /** True while changes arrive by themselves. Otherwise the page must ask for them. */
  isLive: boolean;
  /** The test events of this page, the newest first. */
  tests: WebhookLiveTest[];
  /** Records the outcome of a test when the stream does not report it. */
  note: (test: WebhookLiveTest) => void;
};

/**
 * Changes within this time cause one read, so that a busy receiver does not cause one after the
 * other.
 */
const GATHER_MS = 1000;

/** The service writes sums, such as counts and the last call, up to a second after an attempt. */
const COUNTED_AFTER_MS = 2000;

/** The interval of reads when changes do not arrive by themselves. */
const REFRESH_INTERVAL_MS = 4000;

/** The wait before another connection after a refusal, such as for too many windows. */
const AGAIN_AFTER_MS = 15_000;

const TESTS_SHOWN = 5;

/**
 * Follows the changes of a subscription as they happen. A hidden window closes its connection,
 * because browsers allow only a few.
 */
export function useLive(uuid: string): Live {
  const [isLive, setIsLive] = useState(false);
  const [tests, setTests] = useState<WebhookLiveTest[]>([]);
  const queryClient = useQueryClient();
  const refreshCounts = useDebouncedCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['health', uuid] });
    void queryClient.invalidateQueries({ queryKey: ['subscriptions', uuid] });
  }, COUNTED_AFTER_MS);
  // A delivery also changes its subscription: the last call, the failing state, and a 410 disables
  // it.
  const refresh = useThrottledCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['deliveries'] });
    void queryClient.invalidateQueries({ queryKey: ['subscriptions', uuid] });
    refreshCounts();
  }, GATHER_MS);
  useEffect(() => {
    if (isLive) return;
    const asking = window.setInterval(() => !document.hidden && refresh(), REFRESH_INTERVAL_MS);
    return () => window.clearInterval(asking);
  }, [isLive, refresh]);
  const note = useCallback(
    (test: WebhookLiveTest) =>
      setTests((known) => {
        const isKnown = known.some((other) => other.uuid === test.uuid);
        const changed = known.map((other) => (other.uuid === test.uuid && !other.outcome ? test : other));
        return (isKnown ? changed : [test, ...known]).slice(0, TESTS_SHOWN);
      }),
    [],
  );
  useEffect(() => {
    let source: EventSource | null = null;
    let again: number | undefined;
    const close = () => {
      window.clearTimeout(again);
      source?.close();
      source = null;
      setIsLive(false);
    };
    const open = () => {
      close();
      if (document.hidden) return;
      source = new EventSource(`/web/webhook-subscriptions/${uuid}/live`);
      source.onopen = () => setIsLive(true);
      source.onerror = () => {
        setIsLive(false);
        // The browser reconnects after a broken connection, but not after a refusal.
        if (source?.readyState === EventSource.CLOSED) again = window.setTimeout(open, AGAIN_AFTER_MS);
      };
      source.addEventListener('delivery', refresh);
      source.addEventListener('test', ({ data }) => note(JSON.parse(data)));
    };
    open();
    document.addEventListener('visibilitychange', open);
    return () => {
      document.removeEventListener('visibilitychange', open);
      close();
    };
  }, [uuid, refresh, note]);
  return { isLive, tests, note };
}
