/** The kinds that an import makes, in the order in which it makes them. */
export const IMPORTED_KINDS = ['client', 'contact', 'deal', 'task', 'note'] as const;
