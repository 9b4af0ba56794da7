import { testMovingIn } from './moving-in.ts';

await testMovingIn(['hubspot', 'hubspot in Spanish', 'pipedrive', 'salesforce']);
