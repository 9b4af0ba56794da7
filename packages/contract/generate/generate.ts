// Writes what the published packages take from the contract: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientKinds } from './client-kinds.ts';
import { clientResources } from './client-resources.ts';
import { webhookCatalogue } from './webhook-catalogue.ts';

const packages = join(import.meta.dirname, '../..');

export const GENERATED: Record<string, () => string> = {
  'client/src/resources.ts': clientResources,
  'client/src/kinds.ts': clientKinds,
  'webhooks/src/catalogue.ts': webhookCatalogue,
};

if (import.meta.main) {
  for (const [file, textOf] of Object.entries(GENERATED)) {
    writeFileSync(join(packages, file), textOf());
    console.log(`Wrote packages/${file}.`);
  }
}
