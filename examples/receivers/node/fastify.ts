// A complete receiver with Fastify: `PORT=4000 SIGNING_SECRET=… node fastify.ts`.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import { receiver } from '@rapport/webhooks/fastify';
import Fastify from 'fastify';

const { PORT = '4000', SIGNING_SECRET } = process.env;

const app = Fastify();
app.register(
  receiver({ url: '/', secrets: SIGNING_SECRET?.split(',') }, ({ event, uuid }) => {
    // Here goes what the event is for. When it throws, the service gets a 500 and sends the event again.
    console.log(JSON.stringify({ status: 200, event, uuid }));
  }),
);

const address = await app.listen({ port: Number(PORT), host: '127.0.0.1' });
console.error(`Receiving on ${address}`);
