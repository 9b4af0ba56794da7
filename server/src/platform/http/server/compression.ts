import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** A smaller answer fits into a packet or two without compression. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * Routes whose answers hold secrets are not compressed: the compressed length reveals what a secret
 * has in common with text that another site put into the address (BREACH). Pages with forms are
 * outside the API, and are not compressed either.
 */
const HOLDS_SECRETS = /\/webhook-subscriptions(\/:uuid)?$/;

/** Bytes of files have a length and parts, which compression would change. */
const IS_FILE = /\/files\/:uuid\/(content|thumbnail)$/;

/**
 * Compresses reads of the API, its description, and the files of the pages. Call it before the
 * routes are declared.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    // The others share the setting below: one of its own is thirty functions for each route.
    if (!isCompressed([route.method].flat(), route.url)) route.compress = false;
  });
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESSED_FROM_BYTES,
    globalDecompression: false,
  });
}

function isCompressed(methods: string[], url: string): boolean {
  if (!methods.includes('GET')) return false;
  return (
    (url.startsWith('/api/') && !HOLDS_SECRETS.test(url) && !IS_FILE.test(url)) ||
    /^\/(docs|pages\.css|calendar\/:file)/.test(url)
  );
}
