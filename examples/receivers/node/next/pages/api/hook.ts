// A complete receiver for the Pages Router of Next.js: put it at pages/api/hook.ts and set SIGNING_SECRET.
// SIGNING_SECRET may hold two secrets, with a comma between them, while one is being replaced.
import { receiver } from '@rapport/webhooks/next/pages';

const { SIGNING_SECRET } = process.env;

// The receiver reads the bytes itself: a parsed body is no longer what was signed.
export const config = { api: { bodyParser: false } };

export default receiver({ secrets: SIGNING_SECRET?.split(',') }, ({ event, uuid }) => {
  // Here goes what the event is for. When it throws, the service gets a 500 and sends the event again.
  console.log(JSON.stringify({ status: 200, event, uuid }));
});
