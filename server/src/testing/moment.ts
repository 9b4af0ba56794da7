import { NOWHERE } from '@rapport/contract/days';
import type { Moment } from '../platform/lists/moment.ts';

/** A moment for lists whose filters name no relative day. */
export const ANY_MOMENT: Moment = {
  me: '00000000-0000-4000-8000-000000000000',
  now: new Date('2026-11-20T09:20:00Z'),
  ...NOWHERE,
  currencies: {},
};
