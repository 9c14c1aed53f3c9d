-- Additions of SQLite to the tables of `sql/schema.sql`.

-- INSERT OR REPLACE would delete a row without firing the trigger against deleting. The tables that every request fills have
-- no trigger against replacing, because SQLite would copy every page that an insertion changes.
CREATE TRIGGER credit_keeps_values BEFORE UPDATE ON credit
BEGIN SELECT RAISE(ABORT, 'rows of credit never change'); END;
CREATE TRIGGER credit_stays BEFORE DELETE ON credit
BEGIN SELECT RAISE(ABORT, 'rows of credit are never deleted'); END;
CREATE TRIGGER credit_is_not_replaced BEFORE INSERT ON credit
WHEN EXISTS (SELECT 1 FROM credit WHERE id = new.id)
BEGIN SELECT RAISE(ABORT, 'rows of credit are never replaced'); END;
CREATE TRIGGER credit_claim_keeps_values BEFORE UPDATE ON credit_claim
BEGIN SELECT RAISE(ABORT, 'rows of credit_claim never change'); END;
CREATE TRIGGER credit_claim_stays BEFORE DELETE ON credit_claim
BEGIN SELECT RAISE(ABORT, 'rows of credit_claim are never deleted'); END;
CREATE TRIGGER credit_claim_is_not_replaced BEFORE INSERT ON credit_claim
WHEN EXISTS (SELECT 1 FROM credit_claim WHERE key = new.key)
BEGIN SELECT RAISE(ABORT, 'rows of credit_claim are never replaced'); END;
CREATE TRIGGER audit_entry_keeps_values BEFORE UPDATE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'rows of audit_entry never change'); END;
CREATE TRIGGER audit_entry_stays BEFORE DELETE ON audit_entry
BEGIN SELECT RAISE(ABORT, 'rows of audit_entry are never deleted'); END;
CREATE TRIGGER audit_entry_is_not_replaced BEFORE INSERT ON audit_entry
WHEN EXISTS (SELECT 1 FROM audit_entry WHERE id = new.id OR change_id = new.change_id)
BEGIN SELECT RAISE(ABORT, 'rows of audit_entry are never replaced'); END;
CREATE TRIGGER call_keeps_values BEFORE UPDATE ON call
BEGIN SELECT RAISE(ABORT, 'rows of call never change'); END;
CREATE TRIGGER call_stays BEFORE DELETE ON call
BEGIN SELECT RAISE(ABORT, 'rows of call are never deleted'); END;
-- Erasing the texts of a request puts it under zero data retention.
CREATE TRIGGER request_keeps_values BEFORE UPDATE OF id, account_id, key_id, owner, state, hold, charge, absorbed, models,
  judges, created_ms, finished_ms ON request
BEGIN SELECT RAISE(ABORT, 'rows of request never change'); END;
CREATE TRIGGER request_stays BEFORE DELETE ON request
BEGIN SELECT RAISE(ABORT, 'rows of request are never deleted'); END;
