// A complete receiver for the App Router of Next.js: put it at app/hook/route.ts and set SIGNING_SECRET.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import { receiver } from '@rapport/webhooks/next';

const { SIGNING_SECRET } = process.env;

export const POST = receiver({ secrets: SIGNING_SECRET?.split(',') }, ({ event, uuid }) => {
  // Here goes what the event is for. When it throws, the service gets a 500 and sends the event again.
  console.log(JSON.stringify({ status: 200, event, uuid }));
});
