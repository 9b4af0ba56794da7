import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';

/**
 * 415 for a body that is compressed or in another charset by its own headers: it would be misread.
 */
export function refuseCoding({ headers }: FastifyRequest): Problem | null {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding)) {
    const detail = `The body has Content-Encoding "${encoding}". Send it uncompressed, without this header.`;
    // The header tells a refused coding from a refused content type (RFC 9110 §12.5.3).
    return new Problem('content_type_unsupported', detail, { headers: { 'accept-encoding': 'identity' } });
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return null;
  const detail = `The body is in the charset "${charset}". Send it in UTF-8.`;
  return new Problem('content_type_unsupported', detail);
}
