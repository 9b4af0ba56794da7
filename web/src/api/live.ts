import { type LiveMessage, openStream } from './live-stream.ts';
import type { Said } from './live-worker.ts';

/**
 * Calls `take` with what changes, wherever it happens. All windows of a browser share one stream.
 * Returns the function that ends it.
 */
export function followLive(take: (message: LiveMessage) => void): () => void {
  return typeof SharedWorker === 'undefined' ? followWhileVisible(take) : followShared(take);
}

function followShared(take: (message: LiveMessage) => void): () => void {
  const { port } = new SharedWorker(new URL('./live-worker.ts', import.meta.url), { type: 'module' });
  port.onmessage = ({ data }) => take(data);
  const say = (said: Said) => port.postMessage(said);
  const leave = () => say('left');
  say({ age_ms: age_ms() });
  addEventListener('pagehide', leave);
  return () => {
    removeEventListener('pagehide', leave);
    leave();
    port.close();
  };
}

/** Follows with a stream of its own, as browsers of some phones have no worker to share. */
function followWhileVisible(take: (message: LiveMessage) => void): () => void {
  let close: (() => void) | null = null;
  const follow = () => {
    if (document.hidden) {
      close?.();
      close = null;
    } else if (close === null) {
      close = openStream(age_ms(), take);
      take({ name: 'missed', data: {} });
    }
  };
  if (!document.hidden) close = openStream(age_ms(), take);
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close?.();
  };
}

/** What a window shows was read since it was opened. */
function age_ms(): number {
  return Math.ceil(performance.now());
}
