import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cycles, folderRings, forbidden, readRules, unused } from './check-imports.ts';

const rules = readRules(`
## Who may import whom

| Room | May import |
|---|---|
| \`server/src/platform\` | |
| \`server/src/crm\` | \`server/src/platform\`, \`server/src/accounts\` |
| \`server/src/accounts\` | \`server/src/platform\` |
| \`server/src\` | everything |
| \`web/src/layout\` | |
| \`web/src/accounts\` | \`web/src/layout\` |
| \`web/src/clients\` | \`web/src/layout\`, \`web/src/accounts\` |
| \`web/src\` | everything |

## Next
`);

const faults = (from: string, to: string) => forbidden(rules, [{ from, to }]);

test('an import that the table allows is no fault', () => {
  assert.deepEqual(faults('server/src/crm/clients/actions.ts', 'server/src/accounts/actions.ts'), []);
  assert.deepEqual(faults('server/src/crm/clients/actions.ts', 'server/src/platform/ids.ts'), []);
  assert.deepEqual(faults('server/src/app.ts', 'server/src/crm/clients/routes.ts'), []);
});

test('a room that the table allows and nobody imports is a fault', () => {
  const imports = [
    { from: 'server/src/crm/clients/actions.ts', to: 'server/src/accounts/actions.ts' },
    { from: 'server/src/crm/clients/actions.test.ts', to: 'server/src/platform/ids.ts' },
  ];
  const found = unused(rules, imports).filter((fault) => fault.startsWith('server/src/crm'));
  assert.deepEqual(found, [
    'server/src/crm may import server/src/platform, but nothing in it does: take it out of the table.',
  ]);
});

test('an import against the direction of the table is a fault', () => {
  assert.match(
    faults('server/src/platform/ids.ts', 'server/src/crm/clients/actions.ts')[0]!,
    /may not import/,
  );
  assert.match(faults('server/src/crm/clients/actions.ts', 'server/src/app.ts')[0]!, /may not import/);
});

test('queries, rules and routes of another room are a fault even where its actions are allowed', () => {
  for (const file of ['queries.ts', 'logins/rules.ts', 'logins/routes.ts', 'logins/claim-queries.ts']) {
    const found = faults('server/src/crm/clients/actions.ts', `server/src/accounts/${file}`);
    assert.match(found[0] ?? '', /their own room alone/, file);
  }
});

test('a file that is no layer may be imported by other rooms, like actions', () => {
  assert.deepEqual(faults('server/src/crm/clients/routes.ts', 'server/src/accounts/cookie.ts'), []);
});

test('the rooms of the pages keep to the table, too, and leave pages to the router and their own room', () => {
  assert.deepEqual(faults('web/src/clients/list.ts', 'web/src/accounts/current-account.ts'), []);
  assert.deepEqual(faults('web/src/router.tsx', 'web/src/accounts/account-page.tsx'), []);
  assert.deepEqual(faults('web/src/accounts/members.tsx', 'web/src/accounts/account-page.tsx'), []);
  assert.match(
    faults('web/src/layout/page.tsx', 'web/src/accounts/current-account.ts')[0]!,
    /may not import/,
  );
  assert.match(faults('web/src/clients/list.ts', 'web/src/accounts/account-page.tsx')[0]!, /for the router/);
  assert.match(faults('web/src/deals/list.ts', 'web/src/layout/page.tsx')[0]!, /in no room/);
});

test('a test may import anything', () => {
  assert.deepEqual(faults('server/src/platform/ids.test.ts', 'server/src/crm/clients/queries.ts'), []);
});

test('a file outside all rooms is a fault, so that a new room gets its row', () => {
  assert.match(faults('server/src/billing/actions.ts', 'server/src/platform/ids.ts')[0]!, /in no room/);
});

test('a cycle is found and shown as a path', () => {
  const found = cycles([
    { from: 'a.ts', to: 'b.ts' },
    { from: 'b.ts', to: 'c.ts' },
    { from: 'c.ts', to: 'a.ts' },
  ]);
  assert.deepEqual(found, ['Import cycle: a.ts → b.ts → c.ts → a.ts']);
});

test('a cycle of folders is found without a cycle of files, and shown with an import for each arrow', () => {
  const found = folderRings([
    { from: 'server/src/a/x/one.ts', to: 'server/src/a/y/two.ts' },
    { from: 'server/src/a/y/three.ts', to: 'server/src/a/z/deep/four.ts' },
    { from: 'server/src/a/z/five.ts', to: 'server/src/a/x/six.ts' },
  ]);
  assert.match(
    found[0]!,
    /^Ring of folders: server\/src\/a\/x → server\/src\/a\/y → server\/src\/a\/z → server\/src\/a\/x\n/,
  );
  assert.match(found[0]!, /\n {2}server\/src\/a\/z\/five\.ts imports server\/src\/a\/x\/six\.ts$/);
  assert.equal(found.length, 1);
});

test('a folder and its subfolders form no cycle, and neither do the imports of a test', () => {
  const found = folderRings([
    { from: 'cli/src/commands.ts', to: 'cli/src/users/list.ts' },
    { from: 'cli/src/users/list.ts', to: 'cli/src/words.ts' },
    { from: 'cli/src/users/list.ts', to: 'cli/src/tokens/list.ts' },
    { from: 'cli/src/tokens/list.test.ts', to: 'cli/src/users/list.ts' },
  ]);
  assert.deepEqual(found, []);
});
