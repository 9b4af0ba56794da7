// `npm run schema`: writes server/schema.sql from the migrations.
import { runScript } from './lib/run-script.mjs';

await runScript('server/src/platform/database/write-schema.ts');
