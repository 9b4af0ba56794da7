import type { FastifyInstance } from 'fastify';
import { basePath } from '../../platform/http/pages/page.ts';
import { described, metadataDescriptions } from '../description.ts';
import { metadataPaths, serverMetadata } from './rules.ts';

export function metadataRoutes(app: FastifyInstance, base_url: string): void {
  const metadata = serverMetadata(base_url);
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
