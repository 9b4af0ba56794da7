import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { AccountStages } from './rules.ts';

/** The stages of the Account's pipelines, deleted ones left out. */
export function findStages(db: Queryable, account_uuid: string): Promise<AccountStages> {
  return db.query(sql`
    SELECT stages.uuid, pipeline_uuid
    FROM stages JOIN pipelines ON pipelines.uuid = stages.pipeline_uuid
    WHERE stages.account_uuid = ${account_uuid} AND pipelines.account_uuid = ${account_uuid}
      AND pipelines.deleted_at IS NULL
    ORDER BY archived_at IS NOT NULL, pipelines.position NULLS LAST, pipelines.created_at, pipelines.uuid, stages.position`);
}
