// A complete receiver with Node's http: `PORT=4000 SIGNING_SECRET=… node node-http.ts`. It prints a line of JSON per request.
// SIGNING_SECRETS may hold several secrets, separated by commas, while one is being replaced.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receiver } from '@rapport/webhooks/node';

const { PORT = '4000', SIGNING_SECRET, SIGNING_SECRETS } = process.env;

const receive = receiver(
  {
    secrets: SIGNING_SECRETS?.split(',') ?? SIGNING_SECRET,
    log: ({ status, code, reason }, delivery) => {
      print({ status, ...delivery, code });
      console.error(reason);
    },
  },
  ({ event, uuid }, delivery) => {
    // Here goes what the event is for. When it throws, the service gets a 500 and sends the event again.
    print({ status: 200, event, uuid, ...delivery });
  },
);

const server = createServer(receive).listen(Number(PORT), '127.0.0.1', () => {
  console.error(`Receiving on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

function print(line: Record<string, unknown>): void {
  console.log(JSON.stringify(line));
}
