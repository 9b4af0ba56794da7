import type { Address } from '../fields/address.ts';

/** The work on Deals begins with the board. */
export const DEALS_START: Address = { to: '/deals/board' };
