-- What a token or a consent gives: scopes, and for which Accounts. Null: all Accounts of the User,
-- also those joined later. A code and its tokens keep what was allowed then, so the Accounts stand
-- on the authorization as its scope does.
ALTER TABLE personal_access_tokens
  ADD COLUMN scope text[] NOT NULL DEFAULT '{*}' CHECK (cardinality(scope) > 0),
  ADD COLUMN account_uuids uuid[] CHECK (cardinality(account_uuids) > 0);

-- What the User was asked for, of which `scope` is what they allowed: who unticked something is not
-- asked for it again at each sign-in. Null: all that was asked for was allowed.
ALTER TABLE oauth_grants
  ADD COLUMN account_uuids uuid[] CHECK (cardinality(account_uuids) > 0),
  ADD COLUMN asked_scope text[];

ALTER TABLE oauth_authorizations
  ADD COLUMN account_uuids uuid[] CHECK (cardinality(account_uuids) > 0);
