import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { FileUpload } from '@rapport/contract/files';
import sql from 'sql-template-tag';
import { RealService } from './testing/real-service.ts';

const UPLOADS = 12;
const VICTIMS = ['api', 'database', 'api', 'frozen database'] as const;

test('uploads whose service and database are killed again and again are files once, with the right bytes', {
  timeout: 300_000,
}, async () => {
  const service = await RealService.start('external');
  try {
    const client = await service.post('/api/v2/clients', { name: 'Acme' });
    const records = [{ resource: 'client', uuid: client.uuid }];
    const texts = Array.from({ length: UPLOADS }, (_, index) =>
      `${index} `.padEnd(900_000 + index * 4321, 'bytes '),
    );
    const work = Promise.all(
      [0, 1, 2].map(async (line) => {
        for (let index = line; index < UPLOADS; index += 3)
          await send(service, texts[index]!, `${index}.txt`, records);
      }),
    );
    let isDone = false;
    void work.finally(() => {
      isDone = true;
    });
    for (let kills = 0; !isDone; kills++) {
      await Promise.race([service.hit(VICTIMS[kills % VICTIMS.length]!), work]);
      await delay(Math.random() * 700);
    }
    await work;
    const [counts] = await service.db.query<Record<string, number>>(sql`
      SELECT (SELECT count(*) FROM files) AS files, (SELECT count(DISTINCT name) FROM files) AS names,
        (SELECT count(*) FROM events WHERE event = 'file.created') AS events,
        (SELECT sum(size_bytes) FROM file_contents)::bigint AS counted,
        (SELECT sum(length(bytes)) FROM file_pieces)::bigint AS kept,
        (SELECT count(*) FROM file_contents WHERE sha256 IS NULL) AS unfinished`);
    const sum = texts.reduce((all, { length }) => all + length, 0);
    assert.deepEqual(counts, {
      ...{ files: UPLOADS, names: UPLOADS, events: UPLOADS },
      ...{ counted: sum, kept: sum, unfinished: 0 },
    });
    const rows = await service.db.query<{ name: string; sha256: string }>(sql`
      SELECT name, sha256 FROM files JOIN file_contents ON file_contents.uuid = content_uuid`);
    for (const { name, sha256 } of rows)
      assert.equal(
        sha256,
        createHash('sha256').update(texts[Number.parseInt(name, 10)]!).digest('hex'),
        name,
      );
  } finally {
    await service.stop();
  }
});

/**
 * Sends a text as the pages do: what is left, until it is a file, however often the line breaks.
 */
async function send(service: RealService, text: string, name: string, records: object[]): Promise<void> {
  const key = { 'idempotency-key': `${name} of the test` };
  const body = { name, size_bytes: text.length, records };
  const begun = await patiently(() => service.call<FileUpload>('POST', '/api/v2/file-uploads', body, key));
  const path = `/api/v2/file-uploads/${begun.uuid}`;
  for (;;) {
    const { received_bytes, file } = await patiently(() => service.call<FileUpload>('GET', path));
    if (file) return;
    const type = { 'content-type': 'application/octet-stream' };
    const rest = text.slice(received_bytes);
    await service.call('PATCH', `${path}?offset=${received_bytes}`, rest, type).catch(() => {});
  }
}

/** Asks until there is an answer: the service may be starting. */
async function patiently<Data>(ask: () => Promise<{ status: number; data: Data }>): Promise<Data> {
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null && answer.status < 300) return answer.data;
    if (answer !== null && answer.status < 500 && answer.status !== 409)
      throw new Error(String(answer.status));
    await delay(50);
  }
}
