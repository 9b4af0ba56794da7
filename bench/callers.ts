import { Pool } from 'undici';

/** Sends `requests` GETs to `paths` in turn, `callers` at a time. Returns the duration of each. */
export async function callMany(
  { base_url, token }: { base_url: string; token: string },
  paths: string[],
  { requests, callers }: { requests: number; callers: number },
): Promise<number[]> {
  const pool = new Pool(base_url, { connections: callers });
  const headers = { authorization: `Bearer ${token}` };
  const times_ms: number[] = [];
  let sent = 0;
  const caller = async () => {
    while (sent < requests) {
      const path = paths[sent++ % paths.length]!;
      const start_ms = performance.now();
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump({ limit: 10_000_000 });
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`);
      times_ms.push(performance.now() - start_ms);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  await pool.close();
  return times_ms;
}
