-- The hints of the menu that a User has closed. They never come back, on any machine.
ALTER TABLE users ADD COLUMN closed_hints text[] NOT NULL DEFAULT '{}';
