/** Admin tokens, the audit log, and which payments were credited. */
export const ADMINISTRATION = `
CREATE TABLE admin_token (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64),
  scope TEXT NOT NULL CHECK (scope IN ('read', 'write')),
  prefix TEXT NOT NULL UNIQUE CHECK (length(prefix) BETWEEN 1 AND 64),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  created_ms INTEGER NOT NULL,
  revoked_ms INTEGER
) STRICT;

CREATE TABLE audit_entry (
  id INTEGER PRIMARY KEY,
  change_id TEXT NOT NULL UNIQUE CHECK (length(change_id) BETWEEN 1 AND 64),
  at_ms INTEGER NOT NULL,
  via TEXT NOT NULL CHECK (via IN ('command', 'api', 'program')),
  actor TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 64),
  origin TEXT CHECK (length(origin) BETWEEN 1 AND 128),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 64),
  subject TEXT CHECK (length(subject) BETWEEN 1 AND 64),
  detail TEXT NOT NULL CHECK (length(detail) BETWEEN 2 AND 4096)
) STRICT;

CREATE INDEX audit_entry_at ON audit_entry (at_ms, id);

CREATE TRIGGER audit_keeps_values BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'entries of the audit log never change'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never deleted'); END;
-- INSERT OR REPLACE would delete without the trigger above.
CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit_entry
WHEN EXISTS (SELECT 1 FROM audit_entry WHERE id = new.id OR change_id = new.change_id)
BEGIN SELECT RAISE(ABORT, 'entries of the audit log are never replaced'); END;

CREATE TABLE credit_claim (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  account_id INTEGER NOT NULL REFERENCES account (id),
  -- The balance after the credits, for the answer to a repetition.
  posted INTEGER NOT NULL,
  reserved INTEGER NOT NULL CHECK (reserved >= 0),
  created_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER credit_claim_keeps_values BEFORE UPDATE ON credit_claim
BEGIN SELECT RAISE(ABORT, 'a payment that was credited never changes'); END;
CREATE TRIGGER credit_claim_stays BEFORE DELETE ON credit_claim
BEGIN SELECT RAISE(ABORT, 'a payment that was credited is never forgotten'); END;
CREATE TRIGGER credit_claim_is_not_replaced BEFORE INSERT ON credit_claim
WHEN EXISTS (SELECT 1 FROM credit_claim WHERE key = new.key)
BEGIN SELECT RAISE(ABORT, 'a payment is credited once'); END;
`;
