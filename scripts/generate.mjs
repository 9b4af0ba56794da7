// `npm run generate`: writes the types of the published packages anew from the contract.
import { runScript } from './lib/run-script.mjs';

await runScript('packages/contract/generate/generate.ts');
