import { SOURCES } from '../server/src/imports/testing/sources.ts';
import { testMovingIn } from './moving-in.ts';

const CRMS = ['hubspot', 'hubspot in Spanish', 'pipedrive', 'salesforce'];

await testMovingIn(Object.keys(SOURCES).filter((name) => !CRMS.includes(name)));
