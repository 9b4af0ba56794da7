/**
 * The names of kinds of records, where those of their definitions are not meant: the English pages
 * have the names of the API.
 */
export const KIND_NAMES: Record<string, { one: string; many: string } | undefined> = {};
