import { useDebouncedCallback, useThrottledCallback } from '@mantine/hooks';
import type { WebhookLiveTest } from '@rapport/contract/webhook-live';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

export type Live = {
  /** Whether changes come by themselves; otherwise one has to ask. */
  isLive: boolean;
  /** The test events of this page, the newest first. */
  tests: WebhookLiveTest[];
  /** Notes what became of a test, where the stream does not tell. */
  note: (test: WebhookLiveTest) => void;
};

/** Changes within this time are read together, so that a busy receiver is not read all the time. */
const GATHER_MS = 1000;

/** The service writes sums, such as counts and the last call, up to a second after an attempt. */
const COUNTED_AFTER_MS = 2000;

/** How often to ask when changes do not come by themselves. */
const REFRESH_INTERVAL_MS = 4000;

/** How long after a refusal, such as too many windows, it is tried again. */
const AGAIN_AFTER_MS = 15_000;

const TESTS_SHOWN = 5;

/**
 * What happens to a subscription, as it happens. A hidden window closes its connection, as a
 * browser has few.
 */
export function useLive(uuid: string): Live {
  const [isLive, setIsLive] = useState(false);
  const [tests, setTests] = useState<WebhookLiveTest[]>([]);
  const queryClient = useQueryClient();
  const refreshCounts = useDebouncedCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['health', uuid] });
    void queryClient.invalidateQueries({ queryKey: ['subscriptions', uuid] });
  }, COUNTED_AFTER_MS);
  // A delivery changes its subscription too: the last call, whether it fails, and a 410 disables
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
        // After a broken connection the browser tries again by itself; after a refusal it does not.
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
