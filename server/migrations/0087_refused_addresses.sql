-- Addresses that a mail server has said nobody has. What nobody asks for is not mailed there.
CREATE TABLE refused_addresses (
  email text NOT NULL PRIMARY KEY,
  refused_at timestamptz(3) NOT NULL
);
