import { CLIENT } from './clients.ts';
import { CONTACT } from './contacts.ts';
import { DEAL } from './deals.ts';
import type { EventNameOf } from './define-record.ts';
import { NOTE } from './notes.ts';
import { PIPELINE } from './pipelines.ts';
import { TASK } from './tasks.ts';

/** Every kind of record, in the order in which documents and menus name them. */
export const RECORDS = [CLIENT, CONTACT, DEAL, PIPELINE, TASK, NOTE] as const;

export type RecordName = (typeof RECORDS)[number]['name'];
export type RecordEventName = EventNameOf<(typeof RECORDS)[number]>;
