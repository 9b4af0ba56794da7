import { type OutgoingHttpHeaders, request } from 'node:http';

type Given = Record<string, string | string[]>;

/**
 * Sends each header of a list separately, where `fetch` would join them. The answer must be JSON.
 */
export function sendHeadersAsGiven(
  url: string,
  { method = 'GET', headers, body = '' }: { method?: string; headers: Given; body?: string },
) {
  type Seen = { status: number; headers: NodeJS.Dict<string | string[]>; body: Record<string, unknown> };
  return new Promise<Seen>((resolve, reject) => {
    const sent = request(url, { method, headers: headers as OutgoingHttpHeaders }, async (response) => {
      const text = (await Array.fromAsync(response)).join('');
      resolve({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) });
    });
    sent.on('error', reject).end(body);
  });
}
