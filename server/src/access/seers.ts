import type { Role } from '@rapport/contract/accounts';
import type { SeenBecause } from '@rapport/contract/records/access';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import { holdingOf } from './sight.ts';

/** A member of an Account who sees a record, and why. */
export type Seer = { user_uuid: string; name: string; role: Role; because: SeenBecause };

/** The members of an Account who see a record, by name, each with the first reason that holds. */
export function listSeers(
  db: Queryable,
  account_uuid: string,
  resource: string,
  uuid: string,
): Promise<Seer[]> {
  const { isHidden, isAll, isPerson, isShared, isHeld, isNobodys, isOfRecords } = holdingOf(resource, uuid);
  return db.query<Seer>(sql`
    SELECT logins.user_uuid, users.name, logins.role, CASE
        WHEN logins.role IN ('admin', 'owner') THEN 'role'
        WHEN ${isAll} THEN 'level'
        WHEN ${isPerson} THEN 'person'
        WHEN ${isOfRecords} AND ${isNobodys} THEN 'nobodys'
        WHEN ${isOfRecords} THEN 'about'
        WHEN ${isHeld} THEN 'held'
        WHEN ${isShared} THEN 'shared'
        WHEN ${isNobodys} THEN 'nobodys'
        ELSE 'team'
      END AS because
    FROM logins JOIN users ON users.uuid = logins.user_uuid AND users.deactivated_at IS NULL
    JOIN accounts ON accounts.uuid = logins.account_uuid
    WHERE logins.account_uuid = ${account_uuid} AND NOT ${isHidden}
    ORDER BY folded(users.name), logins.user_uuid`);
}
