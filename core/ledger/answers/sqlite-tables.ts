/**
 * Models' answers for accounts that may have a cache, and how many bytes each account keeps. The sums are kept by triggers,
 * so that they are exact whoever deletes an answer.
 */
export const RESPONSE_CACHE = `
-- In the order in which they were stored. An answer never changes: a newer one takes its place.
CREATE TABLE cached_answer (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  request_id TEXT NOT NULL REFERENCES request (id),
  key TEXT NOT NULL CHECK (length(key) = 64),
  stored_ms INTEGER NOT NULL,
  answer BLOB NOT NULL CHECK (octet_length(answer) > 0)
) STRICT;

CREATE UNIQUE INDEX cached_answer_key ON cached_answer (account_id, key);
CREATE INDEX cached_answer_account ON cached_answer (account_id);
CREATE INDEX cached_answer_request ON cached_answer (request_id);
CREATE INDEX cached_answer_stored ON cached_answer (stored_ms);

CREATE TABLE cache_total (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  bytes INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT;

CREATE TRIGGER cached_answer_added AFTER INSERT ON cached_answer
BEGIN
  INSERT INTO cache_total (account_id, bytes) VALUES (new.account_id, octet_length(new.answer))
  ON CONFLICT (account_id) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER cached_answer_removed AFTER DELETE ON cached_answer
BEGIN UPDATE cache_total SET bytes = bytes - octet_length(old.answer) WHERE account_id = old.account_id; END;
`;
