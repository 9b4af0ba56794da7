-- When the newest backup was made, for the doctor: the folder of the backups may be on any machine.
CREATE TABLE last_backup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  made_at timestamptz(3) NOT NULL
);
