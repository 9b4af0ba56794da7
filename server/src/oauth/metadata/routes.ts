import type { FastifyInstance } from 'fastify';
import { basePath } from '../../platform/http/pages/page.ts';
import type { OAuthCore } from '../core.ts';
import { described, metadataDescriptions } from '../description.ts';
import { metadataPaths, serverMetadata } from './rules.ts';

export function metadataRoutes(
  app: FastifyInstance,
  { base_url, client_document_hosts }: Pick<OAuthCore, 'base_url' | 'client_document_hosts'>,
): void {
  const metadata = serverMetadata(base_url, client_document_hosts.length > 0);
  for (const path of metadataPaths(basePath(base_url))) {
    const description = metadataDescriptions[path];
    app.get(
      path,
      description ? described(description) : { schema: { hide: true } },
      async (_request, reply) => {
        reply.header('cache-control', 'public, max-age=300');
        return metadata;
      },
    );
  }
}
