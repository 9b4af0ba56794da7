/**
 * Of which records a role sees, or changes, those of a kind: all, those that the User or somebody
 * of their teams holds, or those that the User holds.
 */
export type Level = 'all' | 'team' | 'own';
export type Levels = Readonly<Record<string, { see: Level; change: Level }>>;

/** How an Account narrows what one of its Users sees and changes. */
export type Narrow = {
  account_uuid: string;
  user_uuid: string;
  levels: Levels;
  /** Who shares a team with them, where a level asks for it; null: nobody. */
  mates: string[] | null;
  /** Who else sees records of nobody: 'admins' for admins and owners alone; null: everybody. */
  ownerless?: 'everybody' | 'admins' | null;
  /** The teams that they are in, with which records are shared; null: none. */
  team_uuids: string[] | null;
};

/** The part of a reach that says where its User sees or changes not all records. */
export type Seer = { readonly sight: readonly Narrow[] };
