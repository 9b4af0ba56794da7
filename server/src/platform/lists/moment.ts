import type { Place } from '@rapport/contract/days';

/**
 * Who asks, when, whose days and which amounts they mean: for `me`, `today`, bare days and bare
 * amounts in a filter. `currencies` are those of their Accounts; null where one has none.
 */
export type Moment = Place & { me: string; now: Date; currencies: Record<string, string | null> };
