-- When the link of an invitation was last made by hand: the next one ends it, so the page asks
-- before it makes another.
ALTER TABLE invitations ADD COLUMN link_made_at timestamptz;
