/** How long deleted Clients and Accounts are kept: a Client can be restored so long, and what an Account holds is purged then. */
export const DELETED_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
