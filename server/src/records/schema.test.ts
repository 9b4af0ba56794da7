import { after, before } from 'node:test';
import { KINDS } from '../crm/kinds.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { describeTable } from './testing/table-suite.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.close());

for (const kind of KINDS) describeTable(kind, () => app.db);
