import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** A smaller answer fits into a packet or two uncompressed. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * Compressed length betrays what a secret has in common with text that another site put into the
 * address (BREACH). So answers with a secret are not compressed. Pages with forms are not either:
 * their addresses are outside the API.
 */
const HOLDS_SECRETS = /\/webhook-subscriptions(\/:uuid)?$/;

/**
 * Compresses reads of the API, its description, and the files of pages that are not compressed
 * already. Call before the routes.
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
