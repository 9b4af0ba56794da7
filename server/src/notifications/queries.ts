import {
  CHOICES_DEFAULT,
  type Channel,
  NOTIFICATION_SORTS,
  type Notification,
  type NotificationSort,
  type UnreadNotifications,
} from '@rapport/contract/notifications';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { type Reach, within } from '../access/reach.ts';
import { hiddenFrom, seenAbout } from '../access/seen-rows.ts';
import { isWholeSight } from '../access/sight.ts';
import type { Queryable, Transaction } from '../platform/database/database.ts';
import { rowsSql } from '../platform/database/rows-sql.ts';
import { frequent, prepared } from '../platform/database/statements.ts';

/** What one User is told of one record. */
export type Told = {
  uuid: string;
  user_uuid: string;
  account_uuid: string | null;
  sort: NotificationSort;
  event: string | null;
  resource: string;
  subject_uuid: string;
  title: string;
  due_on: string | null;
  due_at: string | null;
};

/** A text in which members of the Account are looked for, from an @ on. */
type Mention = Omit<Told, 'user_uuid' | 'sort' | 'due_on' | 'due_at'> & {
  tail: string;
  is_old: boolean;
};

/** What all of a telling shares. */
export type Origin = {
  cause_uuid: string;
  change_uuid: string | null;
  /** JSON of the actor. */
  actor: string | null;
  /** Who hears nothing, because it is their own doing. */
  doer: string | null;
  now: Date;
  /** Null: no mail. */
  mail_at: Date | null;
};

const TOLD = {
  uuid: 'uuid',
  user_uuid: 'uuid',
  account_uuid: 'uuid',
  sort: 'text',
  event: 'text',
  resource: 'text',
  subject_uuid: 'uuid',
  title: 'text',
  due_on: 'date',
  due_at: 'timestamptz',
};

const MENTION = {
  uuid: 'uuid',
  account_uuid: 'uuid',
  event: 'text',
  resource: 'text',
  subject_uuid: 'uuid',
  title: 'text',
  tail: 'text',
  is_old: 'boolean',
};

/** The sorts in the order in which one of several is told. */
const RANK = sql`array_position(${[...NOTIFICATION_SORTS]}::text[], sort)`;

/** SQL for the choice of a channel; `rows` names the rows with a `sort`, beside their `choice`. */
function chosen(channel: Channel, rows: string): Sql {
  const usual = NOTIFICATION_SORTS.filter((sort) => CHOICES_DEFAULT[sort][channel]);
  return sql`coalesce(choice.${raw(channel)}, ${raw(rows)}.sort = ANY (${usual}::text[]))`;
}

function withChoices(rows: string): Sql {
  const name = raw(rows);
  return sql`LEFT JOIN notification_choices AS choice ON choice.user_uuid = ${name}.user_uuid AND choice.sort = ${name}.sort`;
}

/**
 * Tells Users of records: each User once for a cause, whatever the number of records. Those without
 * a Login to the Account hear nothing, nor those who do not see the record. It only sends; `then`
 * gets those who are told.
 */
export function insertNotifications(
  tx: Transaction,
  told: Told[],
  mentions: Mention[],
  origin: Origin,
  then: (users: { user_uuid: string }[]) => void,
): void {
  const { cause_uuid, change_uuid, actor, doer, now, mail_at } = origin;
  const named = mentions.length === 0 ? empty : sql`UNION ALL ${membersNamed(mentions)}`;
  tx.send(
    frequent(sql`
    WITH told AS (SELECT * FROM ${rowsSql('one', told, TOLD)} ${named}), once AS (
      SELECT DISTINCT ON (user_uuid, subject_uuid) * FROM told
      WHERE user_uuid IS DISTINCT FROM ${doer}::uuid
        AND EXISTS (SELECT FROM users WHERE users.uuid = told.user_uuid AND deactivated_at IS NULL)
        AND (account_uuid IS NULL OR EXISTS (
          SELECT FROM logins WHERE logins.user_uuid = told.user_uuid AND logins.account_uuid = told.account_uuid))
        AND NOT ${hiddenFrom(raw('told.user_uuid'), raw('told.account_uuid'), raw('told.subject_uuid'), 'told.resource')}
      ORDER BY user_uuid, subject_uuid, ${RANK}
    ), lone AS (
      SELECT DISTINCT ON (user_uuid, account_uuid) *, count(*) OVER (PARTITION BY user_uuid, account_uuid) AS count
      FROM once ORDER BY user_uuid, account_uuid, ${RANK}, uuid
    )
    INSERT INTO notifications AS kept (uuid, user_uuid, account_uuid, sort, cause_uuid, event, resource, subject_uuid, title,
      count, actor, change_uuid, due_on, due_at, created_at, mail_at)
    SELECT lone.uuid, lone.user_uuid, account_uuid, lone.sort, ${cause_uuid}, event, resource, subject_uuid, title, count,
      ${actor}::jsonb, ${change_uuid}, due_on, due_at, ${now}, CASE WHEN ${chosen('mail', 'lone')} THEN ${mail_at}::timestamptz END
    FROM lone ${withChoices('lone')}
    ON CONFLICT (user_uuid, cause_uuid, account_uuid) DO UPDATE SET count = kept.count + CASE
      WHEN excluded.count = 1 AND excluded.subject_uuid = kept.subject_uuid THEN 0 ELSE excluded.count END
    RETURNING user_uuid`),
    then,
  );
}

/**
 * SQL for the members whom texts name: by their name, by the first word of it when no other member
 * has it, or by their address. A letter or digit behind the name makes it another one.
 */
function membersNamed(mentions: Mention[]): Sql {
  return sql`
    SELECT (array_agg(mention.uuid ORDER BY mention.uuid))[1], member.user_uuid, mention.account_uuid, 'mentioned', min(event),
      min(resource), subject_uuid, min(title), NULL::date, NULL::timestamptz
    FROM ${rowsSql('mention', mentions, MENTION)}
    JOIN LATERAL (
      SELECT user_uuid, unnest(ARRAY[name, email, CASE WHEN count(*) OVER (PARTITION BY first_name) = 1 THEN first_name END]) AS key
      FROM (
        SELECT users.uuid AS user_uuid, folded(users.name) AS name, folded(users.email) AS email,
          split_part(folded(users.name), ' ', 1) AS first_name
        FROM logins JOIN users ON users.uuid = logins.user_uuid
        WHERE logins.account_uuid = mention.account_uuid
      ) AS named
    ) AS member ON starts_with(folded(tail), key) AND substr(folded(tail), length(key) + 1, 1) !~ '[[:alnum:]]'
    GROUP BY mention.account_uuid, mention.subject_uuid, member.user_uuid HAVING NOT bool_or(is_old)`;
}

/** The members of an Account who were not told of this view. */
export async function listUntold(db: Queryable, account_uuid: string, view_uuid: string): Promise<string[]> {
  const rows = await db.query<{ user_uuid: string }>(sql`
    SELECT user_uuid FROM logins WHERE account_uuid = ${account_uuid} AND NOT EXISTS (
      SELECT FROM notifications AS told WHERE told.account_uuid = logins.account_uuid
        AND told.user_uuid = logins.user_uuid AND told.subject_uuid = ${view_uuid})`);
  return rows.map(({ user_uuid }) => user_uuid);
}

/** The User whose notifications are asked for, and what they can reach. */
export type Owner = { user_uuid: string; reach: Reach };

/** The notifications of a User that the bell shows. */
function shownTo({ user_uuid, reach }: Owner): Sql {
  return sql`FROM notifications AS one ${withChoices('one')}
    LEFT JOIN users AS doer ON doer.uuid = (one.actor ->> 'user_uuid')::uuid
    WHERE one.user_uuid = ${user_uuid} AND (one.account_uuid IS NULL OR ${within(reach, 'one')})
      AND ${chosen('page', 'one')} ${isWholeSight(reach) ? empty : sql`AND ${seenAbout(reach, 'one.subject_uuid', 'one.resource')}`}`;
}

const SHOWN = sql`one.uuid, one.account_uuid, one.sort, event,
  json_build_object('resource', resource, 'uuid', subject_uuid, 'name', title) AS subject, count,
  CASE WHEN actor IS NOT NULL THEN json_build_object('user_uuid', doer.uuid,
    'name', coalesce(doer.name, actor ->> 'name'),
    'program', CASE WHEN actor ->> 'type' <> 'browser_session' THEN actor ->> 'name' END) END AS by,
  change_uuid, due_on, due_at, ${chosen('browser', 'one')} AS by_browser, one.created_at, read_at`;

/** Lists notifications, newest first. `before_uuid` is the last one of the page before. */
export function listNotifications(
  db: Queryable,
  owner: Owner,
  { unread, before_uuid, limit }: { unread: boolean; before_uuid: string | null; limit: number },
): Promise<Notification[]> {
  return db.query(sql`
    SELECT ${SHOWN} ${shownTo(owner)} ${unread ? sql`AND read_at IS NULL` : empty}
      AND (${before_uuid}::uuid IS NULL OR one.uuid < ${before_uuid}::uuid)
    ORDER BY one.uuid DESC LIMIT ${limit}`);
}

export async function findNotification(
  db: Queryable,
  owner: Owner,
  uuid: string,
): Promise<Notification | undefined> {
  const [row] = await db.query<Notification>(sql`SELECT ${SHOWN} ${shownTo(owner)} AND one.uuid = ${uuid}`);
  return row;
}

/** Counts the unread ones, up to `max`, and finds the newest one. */
export async function countUnread(db: Queryable, owner: Owner, max: number): Promise<UnreadNotifications> {
  const statement = sql`
    SELECT (SELECT count(*) FROM (SELECT ${shownTo(owner)} AND read_at IS NULL LIMIT ${max}) AS unread) AS unread,
      (SELECT one.uuid ${shownTo(owner)} ORDER BY one.uuid DESC LIMIT 1) AS newest_uuid`;
  // Only the statement of those who see all has the name.
  const [row] = await db.query<UnreadNotifications>(
    isWholeSight(owner.reach) ? prepared('count_unread_notifications', statement) : statement,
  );
  return row!;
}

/** Marks one as read; marked ones keep their time. */
export async function markRead(db: Queryable, user_uuid: string, uuid: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE notifications SET read_at = ${now} WHERE uuid = ${uuid} AND user_uuid = ${user_uuid} AND read_at IS NULL`);
}

/**
 * What a User has seen: all up to a notification, or what is about one record and no others. Empty:
 * all.
 */
/** True when something of this sort about this subject has been told and is unread. */
export async function isUnread(
  db: Queryable,
  { user_uuid, sort, subject_uuid }: Pick<Told, 'user_uuid' | 'sort' | 'subject_uuid'>,
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM notifications WHERE user_uuid = ${user_uuid} AND subject_uuid = ${subject_uuid}
      AND sort = ${sort} AND read_at IS NULL LIMIT 1`);
  return rows.length > 0;
}

export type Seen = { until_uuid?: string; subject_uuid?: string };

/** Marks what the User is shown and has seen as read; returns how many were not. */
export async function markSeen(db: Queryable, owner: Owner, seen: Seen, now: Date): Promise<number> {
  const rows = await db.query(sql`
    UPDATE notifications SET read_at = ${now}
    WHERE uuid IN (SELECT one.uuid ${shownTo(owner)} AND read_at IS NULL
      ${seen.until_uuid ? sql`AND one.uuid <= ${seen.until_uuid}` : empty}
      ${seen.subject_uuid ? sql`AND subject_uuid = ${seen.subject_uuid} AND count = 1` : empty})
    RETURNING 1`);
  return rows.length;
}
