import { createServer } from 'node:net';

// A receiver in a process of its own. It answers each POST at once, below /after/500/ after 500 ms,
// and below /hang never. It does as little as possible, because a real receiver on another machine
// takes no processor time from the sender.

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
const HEADER_END = '\r\n\r\n';

let received = 0;
/** The time of the first arrival of each delivery, by uuid, while the benchmark wants the times. */
const arrivals = new Map<string, number>();
let keepArrivals = false;
/** Called at the first arrival, when the benchmark waits for it. */
let onFirst: (() => void) | null = null;
let first_ms = 0;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let head = '';
  let bodyBytesLeft = 0;
  let [hangs, wait_ms] = [false, 0];
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    let text = chunk.toString('latin1');
    while (text !== '') {
      if (bodyBytesLeft === 0) {
        head += text;
        const end = head.indexOf(HEADER_END);
        if (end === -1) return;
        text = head.slice(end + HEADER_END.length);
        head = head.slice(0, end);
        bodyBytesLeft = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        hangs = head.startsWith('POST /hang');
        wait_ms = head.startsWith('POST /after/')
          ? Number.parseInt(head.slice('POST /after/'.length), 10)
          : 0;
        if (keepArrivals && !hangs) noteArrival(head);
        head = '';
      }
      const taken = Math.min(bodyBytesLeft, text.length);
      bodyBytesLeft -= taken;
      text = text.slice(taken);
      if (bodyBytesLeft > 0 || hangs) continue;
      if (++received === 1) {
        first_ms = Date.now();
        onFirst?.();
      }
      if (wait_ms > 0) setTimeout(() => socket.write(ANSWER), wait_ms);
      else socket.write(ANSWER);
    }
  });
});

function noteArrival(head: string): void {
  const uuid = /x-delivery-uuid: (\S+)/i.exec(head)?.[1];
  if (uuid && !arrivals.has(uuid)) arrivals.set(uuid, Date.now());
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));

process.on('message', (message: 'count' | 'keep arrivals' | 'arrivals' | 'reset' | 'first arrival') => {
  if (message === 'first arrival') {
    const answer = () => process.send?.({ first_ms });
    if (received > 0) return answer();
    onFirst = answer;
    return;
  }
  if (message === 'keep arrivals') keepArrivals = true;
  if (message === 'reset') {
    received = 0;
    onFirst = null;
    arrivals.clear();
  }
  process.send?.(message === 'arrivals' ? { arrivals: [...arrivals] } : { received });
});
