import { CLIENT } from './clients.ts';
import type { EventNameOf } from './define-record.ts';

/** Every kind of record, in the order in which documents and menus name them. */
export const RECORDS = [CLIENT] as const;

export type RecordName = (typeof RECORDS)[number]['name'];
export type RecordEventName = EventNameOf<(typeof RECORDS)[number]>;
