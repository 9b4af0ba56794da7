import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RECORDS } from '@rapport/contract/records/all';
import sql from 'sql-template-tag';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PARTS } from './parts.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

/** The tables of an Account that an archive leaves out, with the reason. */
const LEFT_OUT: Record<string, string> = {
  begun_changes: 'changes without an event so far',
  audit_log: 'who did what on this installation',
  custom_values: 'made anew from the records',
  deal_states: 'made anew from the events',
  declined_owners: 'what was said of Users of this installation',
  file_leavings: 'what is to be deleted elsewhere',
  file_uploads: 'files that are still coming',
  exports: 'files of this installation',
  imports: 'files of this installation; what they made is there',
  invitations: 'a link in it lets somebody in',
  jobs: 'work of this installation',
  mail_deals: 'which mails stand where, of whoever has a copy',
  mail_drop_boxes: 'secret addresses of this installation',
  mail_exclusions: 'of mailboxes of this installation',
  mail_held: 'mail that waits for a User of this installation',
  mail_new_points: 'work of this installation',
  mail_people: 'of whoever has a copy of the mail',
  mail_templates: 'texts for mail, which no archive has',
  mail_traces: 'of mails, which are of whoever has a copy',
  mail_words: 'of mails, which are of whoever has a copy',
  mailboxes: 'connections of this installation',
  mails: 'of whoever has a copy, who has it in their mailbox',
  mails_forgotten: 'of mailboxes of this installation',
  outgoing_mails: 'mails on their way; what was sent is among the mails',
  notifications: 'what people of this installation were told',
  points: 'made anew from the records',
  proposals: 'what programs propose on this installation',
  reminders: 'made anew from the tasks',
  team_members: 'who sees what is set anew',
  teams: 'who sees what is set anew',
  timeline: 'in the lines of the events',
  view_changes: 'what undos of this installation need',
  webhook_finished_deliveries: 'deliveries of this installation',
  webhook_open_deliveries: 'deliveries of this installation',
};

/** The tables whose rows are in the files of an archive. */
const FILE_OF: Record<string, string> = {
  custom_fields: 'custom-fields',
  distinct_records: 'distinct-records',
  events: 'events',
  file_contents: 'file-contents',
  file_records: 'files',
  files: 'files',
  links: 'contacts',
  logins: 'members',
  merges: 'merges',
  records: 'clients',
  stages: 'pipelines',
  tags: 'tags',
  undos: 'undos',
  views: 'views',
  ...Object.fromEntries(RECORDS.map(({ plural }) => [plural, plural])),
};

/** The columns that an archive leaves out. */
const LEFT_OUT_COLUMNS: Record<string, string[]> = {
  custom_fields: ['job_uuid'],
  distinct_records: ['account_uuid'],
  file_contents: ['account_uuid', 'place'],
  files: ['account_uuid'],
  merges: ['account_uuid'],
  tags: ['job_uuid'],
  // What came of an undo is shown to whoever made it.
  undos: ['account_uuid', 'outcome', 'job_uuid'],
};

test('every table of an Account is in its archive, or left out by name', async () => {
  const tables = await app.db.query<{ name: string }>(sql`
    SELECT DISTINCT table_name::text AS name FROM information_schema.columns
    JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = current_schema() AND column_name = 'account_uuid' AND table_type = 'BASE TABLE'
      AND table_name NOT LIKE '%_default' ORDER BY 1`);
  const names = tables.map(({ name }) => name);
  const known = [...Object.keys(LEFT_OUT), ...Object.keys(FILE_OF)];
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
    'Put the table into a file of archive/parts.ts, or name it in LEFT_OUT here.',
  );
  const files = PARTS.map(({ name }) => name);
  for (const file of Object.values(FILE_OF)) assert.ok(files.includes(`data/${file}.ndjson`), file);
});

for (const [table, file] of Object.entries(FILE_OF)) {
  if (['events', 'file_records', 'links', 'logins', 'records', 'stages'].includes(table)) continue;
  test(`every column of ${table} is in the archive`, async () => {
    const rows = await app.db.query<{ name: string }>(sql`
      SELECT column_name::text AS name FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = ${table} AND column_name <> 'search' AND is_generated = 'NEVER'`);
    const { schema } = PARTS.find(({ name }) => name === `data/${file}.ndjson`)!;
    const { properties } = schema as unknown as { properties: object };
    const missing = rows
      .map(({ name }) => name)
      .filter((name) => !(name in properties) && !LEFT_OUT_COLUMNS[table]?.includes(name));
    assert.deepEqual(missing, []);
  });
}
