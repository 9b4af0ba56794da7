import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';

/**
 * 403 unless the request comes from our own pages, or changes nothing. Browsers send the origin of
 * a request in headers that no page can set: `Sec-Fetch-Site`, and `Origin` where that is missing
 * (plain http on hosts other than loopback). A page whose name was pointed at our address (DNS
 * rebinding) sends its own Origin, which is not ours.
 */
export function refuseCrossSite(request: FastifyRequest, base_url: string): Problem | null {
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const isOurs = site === undefined ? origin === new URL(base_url).origin : site === 'same-origin';
  if (isOurs) return null;
  const detail = `Open Rapport at ${base_url} and do it there. Programs send a token instead of a session cookie.`;
  return new Problem('cross_site', detail);
}
