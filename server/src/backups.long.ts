import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { runRapport, startRapport } from '../../cli/src/testing/test-command.ts';
import { createTestFolder } from './platform/database/testing/test-database.ts';
import { open, query } from './platform/database/testing/test-embedded.ts';
import { RealService } from './testing/real-service.ts';
import { startTestReceiver } from './testing/test-receiver.ts';

/** The number of backups, one a minute. */
const BACKUPS = Number(process.env.TEST_BACKUPS ?? 10);
const WRITERS = 4;

test(`${BACKUPS} backups, one a minute, under load: each is sound and has every change confirmed before it began`, {
  timeout: 300_000 + BACKUPS * 120_000,
}, async (t) => {
  const service = await RealService.start('embedded');
  const folder = await createTestFolder();
  const receiver = await startTestReceiver();
  await service.post('/api/v2/webhook-subscriptions', { url: receiver.url, events: ['client.created'] });
  const stopping = new AbortController();
  const confirmed: { uuid: string; at: number }[] = [];
  const writers = Array.from({ length: WRITERS }, () => write(service, confirmed, stopping.signal));
  const command = startRapport(['backup', folder, '--schedule', '1m', '--json'], service.settings);
  command.stderr!.pipe(process.stderr);
  const seen: { held: number; missing: number }[] = [];
  try {
    for await (const line of createInterface(command.stdout!)) {
      const { path, began_at } = JSON.parse(line);
      const before = confirmed.filter(({ at }) => at < Date.parse(began_at)).map(({ uuid }) => uuid);
      const verified = await runRapport(['backup', 'verify', path, '--json'], {});
      assert.equal(JSON.parse(verified.stdout || '{}').ok, true, verified.stdout + verified.stderr);
      seen.push({ held: before.length, missing: await countMissing(path, before) });
      if (seen.length === BACKUPS) break;
    }
    command.kill('SIGINT');
    assert.deepEqual(await once(command, 'exit'), [0, null]);
  } finally {
    t.diagnostic(JSON.stringify(seen));
    command.kill('SIGINT');
    stopping.abort();
    await Promise.all(writers);
    await service.stop();
    await receiver.close();
  }
  assert.deepEqual(
    seen.filter(({ missing }) => missing > 0),
    [],
  );
  assert.ok(seen.at(-1)!.held > 0);
});

/**
 * Creates Clients one after the other, and notes those answered with 201: only they must survive.
 */
async function write(
  service: RealService,
  confirmed: { uuid: string; at: number }[],
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const created = await service.post('/api/v2/clients', { name: 'Kept' }).catch(() => null);
    if (created) confirmed.push({ uuid: created.uuid, at: Date.now() });
    else await delay(50);
  }
}

/** The number of these Clients that a copy restored from the backup lacks. */
async function countMissing(path: string, uuids: string[]): Promise<number> {
  const data_dir = join(await createTestFolder(), 'copy');
  const restored = await runRapport(['restore', path], { RAPPORT_DATA_DIR: data_dir });
  assert.equal(restored.exit_code, 0, restored.stderr);
  const copy = await open(data_dir);
  const [row] = await query(
    copy,
    `SELECT count(*)::integer AS missing FROM unnest('{${uuids}}'::uuid[]) AS wanted (uuid) WHERE NOT EXISTS
       (SELECT FROM events WHERE event = 'client.created' AND resource_uuid = wanted.uuid)`,
  );
  await copy.close();
  return (row as { missing: number }).missing;
}
