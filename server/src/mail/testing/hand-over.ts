import { createHash, createHmac } from 'node:crypto';

type Signing = { now: Date; key: string };

/** The headers with which a mail server hands over a mail. */
export function signedHeaders(
  to: string,
  mail: string | Buffer,
  { now, key }: Signing,
): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000));
  const sha256 = createHash('sha256').update(mail).digest('hex');
  return {
    'content-type': 'message/rfc822',
    'x-timestamp': time,
    'x-original-to': to,
    'x-content-sha256': sha256,
    'x-signature': createHmac('sha256', key).update(`${time}.${to}.${sha256}`).digest('hex'),
  };
}

/** Hands over a mail. Returns the status, and the problem if there is one. */
export async function handOver(
  base_url: string,
  mail: string | Buffer,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const body = typeof mail === 'string' ? mail : new Uint8Array(mail);
  const answer = await fetch(`${base_url}/mail-drop`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
