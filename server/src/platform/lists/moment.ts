import type { Place } from '@rapport/contract/days';

/** Who asks, when, and whose days they mean: for `me`, `today` and bare days in a filter. */
export type Moment = Place & { me: string; now: Date };
