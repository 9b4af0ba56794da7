import { openStream } from './live-stream.ts';

/** The worker that all windows of the browser share: it has the one stream, and tells them all. */
const ports = new Set<MessagePort>();

/** What a window says: how old it is when it comes, and that it is left. */
export type Said = { age_ms: number } | 'left';

let hasStream = false;

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]!;
  port.onmessage = ({ data }: { data: Said }) => {
    if (data === 'left') {
      ports.delete(port);
      return;
    }
    ports.add(port);
    if (!hasStream) openStream(data.age_ms, tell);
    hasStream = true;
  };
});

function tell(message: unknown): void {
  for (const port of ports) port.postMessage(message);
}
