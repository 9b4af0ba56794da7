-- With whom a record is shared, beside its owner: Users and teams, each perhaps to change it.
ALTER TABLE clients ADD COLUMN shared_with jsonb NOT NULL DEFAULT '[]';
ALTER TABLE contacts ADD COLUMN shared_with jsonb NOT NULL DEFAULT '[]';
ALTER TABLE deals ADD COLUMN shared_with jsonb NOT NULL DEFAULT '[]';
