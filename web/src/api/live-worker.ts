import { type LiveMessage, openStream, type Stream } from './live-stream.ts';

/** The worker that all windows of the browser share: it has the one stream, and tells them all. */
const ports = new Set<MessagePort>();

/**
 * What a window says: how old it is when it comes, that it is seen again or has its line back, and
 * that it is left.
 */
export type Said = { age_ms: number } | 'awake' | 'left';

/** What was told of late. A window that comes gets what was told since it was opened. */
let told: { at: number; message: LiveMessage }[] = [];

/** A window that was longer in coming reads all again. */
const KEPT_MS = 60_000;

/** A message comes so late at most after what the window may have read. */
const LATE_MS = 2_000;

let stream: Stream | null = null;

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]!;
  port.onmessage = ({ data }: { data: Said }) => {
    if (data === 'left') {
      ports.delete(port);
    } else if (data === 'awake') {
      stream?.check();
    } else {
      ports.add(port);
      if (stream) greet(port, data.age_ms);
      stream ??= openStream(data.age_ms, tell);
    }
  };
});

function greet(port: MessagePort, age_ms: number): void {
  const since = Date.now() - age_ms - LATE_MS;
  if (age_ms > KEPT_MS) port.postMessage({ name: 'missed', data: {} } satisfies LiveMessage);
  else for (const { at, message } of told) if (at >= since) port.postMessage(message);
}

function tell(message: LiveMessage): void {
  const now = Date.now();
  told = [...told.filter(({ at }) => at > now - KEPT_MS - LATE_MS), { at: now, message }];
  for (const port of ports) port.postMessage(message);
}
