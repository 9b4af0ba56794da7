import { type LiveMessage, openStream, type Stream } from './live-stream.ts';
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
  const come = () => say({ age_ms: age_ms() });
  const leave = () => say('left');
  const comeBack = (event: PageTransitionEvent) => event.persisted && come();
  come();
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  const stop = whenAwake(() => say('awake'));
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
    stop();
    leave();
    port.close();
  };
}

/**
 * Calls `check` when the window is seen again and when the line is back. Returns the function that
 * ends it.
 */
function whenAwake(check: () => void): () => void {
  const see = () => {
    if (!document.hidden) check();
  };
  document.addEventListener('visibilitychange', see);
  addEventListener('online', check);
  return () => {
    document.removeEventListener('visibilitychange', see);
    removeEventListener('online', check);
  };
}

/** Follows with a stream of its own, as browsers of some phones have no worker to share. */
function followWhileVisible(take: (message: LiveMessage) => void): () => void {
  let stream: Stream | null = null;
  const follow = () => {
    if (document.hidden) {
      stream?.end();
      stream = null;
    } else if (stream === null) {
      stream = openStream(age_ms(), take);
      take({ name: 'missed', data: {} });
    }
  };
  if (!document.hidden) stream = openStream(age_ms(), take);
  document.addEventListener('visibilitychange', follow);
  const stop = whenAwake(() => stream?.check());
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
    stream?.end();
  };
}

/** What a window shows was read since it was opened. */
function age_ms(): number {
  return Math.ceil(performance.now());
}
