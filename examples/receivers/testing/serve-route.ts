// Serves the POST of a Next.js route like Next.js does, with `Request` and `Response`. `node
// serve-route.ts FILE`.
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';

const { POST } = await import(resolve(process.argv[2]!));
serve({ fetch: POST, port: Number(process.env.PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.error(`Receiving on http://127.0.0.1:${port}`);
});
