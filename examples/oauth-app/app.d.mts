import type { Server } from 'node:http';

/** For the tests, which are in TypeScript. */
export function startOAuthApp(settings: {
  rapport_url: string;
  client_id: string;
  client_secret: string;
  port: number;
}): Promise<Server>;
