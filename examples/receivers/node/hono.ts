// A complete receiver with Hono: `PORT=4000 SIGNING_SECRET=… node hono.ts`.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import { serve } from '@hono/node-server';
import { receiver } from '@rapport/webhooks/hono';
import { Hono } from 'hono';

const { PORT = '4000', SIGNING_SECRET } = process.env;

const app = new Hono();
app.post(
  '/',
  receiver({ secrets: SIGNING_SECRET?.split(',') }, ({ event, uuid }) => {
    // Here goes what the event is for. When it throws, the service gets a 500 and sends the event again.
    console.log(JSON.stringify({ status: 200, event, uuid }));
  }),
);

serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.error(`Receiving on http://127.0.0.1:${port}`);
});
