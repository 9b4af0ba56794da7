import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { startTelemetry } from '../server/src/start/telemetry.ts';
import { startTestApp } from '../server/src/testing/test-app.ts';

const folder = join(import.meta.dirname, '../deploy/prometheus');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

test('promtool accepts the alert rules, and they fire when they should and not before', (t) => {
  if (!ensurePromtool()) return t.skip('There is no promtool on this machine (Debian: prometheus).');
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'rules.test.yml'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});

test('the rules and the dashboard read only numbers that Rapport has', async (t) => {
  const app = await startTestApp();
  t.after(() => app.close());
  const config = {
    host: '127.0.0.1',
    metrics_port: null,
    metrics_token: null,
    otlp_endpoint: null,
    otlp_headers: {},
    data_dir: '/tmp',
    database_url: null,
  };
  const { metrics, close } = await startTelemetry(
    config,
    { ...app, clock: app.clock as never, is_copy: false },
    'all',
    pino(),
  );
  t.after(close);
  const text = await metrics!.registry.metrics();
  const had = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const expressions = [...read('rules.yml').matchAll(/expr: (.+)/g)].map(([, expr]) => expr!);
  const dashboard = JSON.parse(read('grafana-dashboard.json'));
  for (const { targets } of dashboard.panels)
    expressions.push(...targets.map(({ expr }: { expr: string }) => expr));
  const wanted = expressions.flatMap((expr) => expr.match(/\b(rapport|process)_[a-z_]+/g) ?? []);
  assert.ok(wanted.length > 15);
  for (const name of wanted) assert.ok(had.has(name.replace(/_bucket$/, '')), `${name} is no number of ours`);
});

/** Debian has promtool in its package of Prometheus, whose service is not started here. */
function ensurePromtool(): boolean {
  const isThere = () => spawnSync('promtool', ['--version']).status === 0;
  if (isThere()) return true;
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-qq'], { env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'prometheus'], { env });
  return isThere();
}
