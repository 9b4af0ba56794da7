import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupsToDelete, dueIn_ms, isEntryName, isPartOfBaseBackup, nameOfBackup } from './rules.ts';

const NOW = new Date('2026-11-22T18:00:00.500Z');

test('the name of a backup has its start time', () => {
  assert.equal(nameOfBackup(NOW, [], { encrypted: false }), 'rapport-20261122T180000Z.tar.zst');
  assert.equal(nameOfBackup(NOW, [], { encrypted: true }), 'rapport-20261122T180000Z.tar.zst.age');
});

test('after the clock was set back, the new backup still counts as the newest, and the oldest is deleted', () => {
  const existing = ['rapport-20270101T000000Z.tar.zst', 'rapport-20261231T000000Z.tar.zst.age', 'notes.txt'];
  const name = nameOfBackup(NOW, existing, { encrypted: false });
  assert.equal(name, 'rapport-20270101T000001Z.tar.zst');
  assert.deepEqual(backupsToDelete([...existing, name], 2), ['rapport-20261231T000000Z.tar.zst.age']);
});

test('files that are not backups are neither counted nor deleted', () => {
  const strangers = ['rapport-1.tar.zst', 'rapport-20261122T180000Z.tar.zst.bak', '.rapport-1-2.unfinished'];
  assert.deepEqual(backupsToDelete(strangers, 0), []);
});

test('a restarted process waits for the next backup, but not for a time in the future', () => {
  const day_ms = 86_400_000;
  assert.equal(dueIn_ms(NOW, [], day_ms), 0);
  assert.equal(dueIn_ms(NOW, ['rapport-20261122T120000Z.tar.zst'], day_ms), day_ms - 6 * 3_600_000 - 500);
  assert.equal(dueIn_ms(NOW, ['rapport-20261120T120000Z.tar.zst'], day_ms), 0);
  assert.equal(dueIn_ms(NOW, ['rapport-20281122T120000Z.tar.zst'], day_ms), 0);
});

test('a base backup leaves out the files of the running server, and keeps its empty folders', () => {
  const isPart = (path: string) => isPartOfBaseBackup(path.replace(/\/$/, ''), path.endsWith('/'));
  for (const path of [
    'pg_wal/',
    'pg_wal/archive_status/',
    'pg_replslot/',
    'base/5/1249',
    'PG_VERSION',
    'pg_xact/0000',
  ]) {
    assert.ok(isPart(path), path);
  }
  for (const path of [
    'postmaster.pid',
    'postmaster.opts',
    'pg_wal/000000010000000000000001',
    'pg_replslot/one/',
    'pg_replslot/one/state',
    'pg_notify/0000',
    'base/pgsql_tmp/',
    'base/5/t3_16401',
    'base/5/pg_internal.init',
  ]) {
    assert.ok(!isPart(path), path);
  }
});

test('an entry cannot be written outside of the restored folder', () => {
  for (const path of ['postgres/base/1/2', 'secret-key', 'mails/a b'.replace(' ', '-')])
    assert.ok(isEntryName(path), path);
  for (const path of ['../x', '/etc/passwd', 'postgres/../../x', 'postgres//x', 'postgres/.', 'other', '']) {
    assert.ok(!isEntryName(path), path);
  }
});
