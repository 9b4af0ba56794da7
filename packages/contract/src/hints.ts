/** The hints that the menu gives a new User, in this order, one at a time. */
export const HINTS = ['search', 'edit', 'undo'] as const;

export type HintName = (typeof HINTS)[number];

/** For so many days the menu gives them. After that somebody knows their way. */
export const HINT_DAYS = 14;
