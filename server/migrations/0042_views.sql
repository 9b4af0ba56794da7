-- Saved views: a name for the search, filters, order and columns of a list. owner_uuid is null for those that came
-- with the Account.
CREATE TABLE views (
  uuid uuid PRIMARY KEY,
  account_uuid uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  owner_uuid uuid REFERENCES users ON DELETE CASCADE,
  resource text NOT NULL,
  name text NOT NULL,
  shared boolean NOT NULL,
  query text NOT NULL,
  columns jsonb,
  layout text NOT NULL,
  group_by text,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX views_account_idx ON views (account_uuid, resource);
CREATE INDEX views_owner_idx ON views (owner_uuid, account_uuid);

-- Whether the menu of a User shows a view, and at which place.
CREATE TABLE view_marks (
  user_uuid uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  view_uuid uuid NOT NULL REFERENCES views ON DELETE CASCADE,
  pinned boolean NOT NULL,
  position integer,
  PRIMARY KEY (user_uuid, view_uuid)
);
CREATE INDEX view_marks_view_idx ON view_marks (view_uuid);

-- The views that every Account begins with. Its owners and admins may change and delete them.
CREATE FUNCTION begin_views(new_account uuid, moment timestamptz) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO views (uuid, account_uuid, resource, name, shared, query, layout, version, created_at, updated_at)
  SELECT new_uuid(moment + place * interval '1 millisecond'), new_account, resource, name, true, query, 'table', 1, moment, moment
  FROM (VALUES
    (1, 'client', 'Not contacted for 90 days',
      'filter%5Blast_activity_at%5D%5Bnot_since%5D=today-90d&sort=last_activity_at'),
    (2, 'client', 'Recently changed', 'filter%5Bupdated_at%5D%5Bgte%5D=today-7d&sort=-updated_at'),
    (3, 'deal', 'My open deals', 'filter%5Bstatus%5D=open&filter%5Bowner_uuid%5D=me&sort=-amount'),
    (4, 'deal', 'Closing this month',
      'filter%5Bstatus%5D=open&filter%5Bexpected_close_on%5D%5Bgte%5D=month&filter%5Bexpected_close_on%5D%5Blt%5D=month%2B1&sort=expected_close_on'),
    (5, 'deal', 'No next step',
      'filter%5Bstatus%5D=open&filter%5Bnext_task_due_on%5D%5Bis_null%5D=true&sort=stage_entered_at')
  ) AS start (place, resource, name, query);
END;

SELECT begin_views(uuid, now()) FROM accounts;
