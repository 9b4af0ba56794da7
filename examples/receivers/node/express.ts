// A complete receiver with Express: `PORT=4000 SIGNING_SECRET=… node express.ts`.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import type { AddressInfo } from 'node:net';
import { receiver } from '@rapport/webhooks/express';
import express from 'express';

const { PORT = '4000', SIGNING_SECRET } = process.env;

const app = express();
// Before express.json(), which would take the bytes away that were signed.
app.post(
  '/',
  receiver({ secrets: SIGNING_SECRET?.split(',') }, ({ event, uuid }) => {
    // Here goes what the event is for. When it throws, the service gets a 500 and sends the event again.
    console.log(JSON.stringify({ status: 200, event, uuid }));
  }),
);
app.use(express.json());

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  console.error(`Receiving on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
