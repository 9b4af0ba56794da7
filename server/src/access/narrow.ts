/** Of which records a role sees, or changes, those of a kind: all, or those that the User holds. */
export type Level = 'all' | 'own';
export type Levels = Readonly<Record<string, { see: Level; change: Level }>>;

/** How an Account narrows what one of its Users sees and changes. */
export type Narrow = { account_uuid: string; user_uuid: string; levels: Levels };

/** The part of a reach that says where its User sees or changes not all records. */
export type Seer = { readonly sight: readonly Narrow[] };
