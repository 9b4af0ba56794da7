/** An address of a page. The router adds the Account. */
export type Address = { to: string; search?: Record<string, string | undefined> };
