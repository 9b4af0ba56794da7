import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** A smaller answer fits into a packet or two as it is. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * Answers that hold a secret and could hold what another site put into the address show by their
 * length what both have in common (BREACH). Pages with forms are left out by their addresses, which
 * are not of the API.
 */
const HOLDS_SECRETS = /\/webhook-subscriptions(\/:uuid)?$/;

/**
 * Compresses what is read from the API, its description, and the files of pages that were not
 * compressed before. Call before the routes.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.compress = isCompressed([route.method].flat(), route.url)
      ? { threshold: COMPRESSED_FROM_BYTES }
      : false;
  });
  await app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
}

function isCompressed(methods: string[], url: string): boolean {
  if (!methods.includes('GET')) return false;
  return (url.startsWith('/api/') && !HOLDS_SECRETS.test(url)) || /^\/(docs|pages\.css)/.test(url);
}
