-- Erases the texts of ended requests, and answers cached from them. Such a request is under zero data retention from then
-- on, so that nothing of it that still waits to be stored is stored.

CREATE INDEX cached_answer_request ON cached_answer (request_id);

CREATE FUNCTION refuse_erased_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM assay.request WHERE id = new.request_id AND NOT zero_data_retention FOR SHARE;
  RETURN CASE WHEN FOUND THEN new END;
END $$;

CREATE TRIGGER cached_answer_allowed BEFORE INSERT ON cached_answer FOR EACH ROW EXECUTE FUNCTION refuse_erased_answer();

CREATE FUNCTION erase_request(operation jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  wanted CONSTANT text := operation ->> 'requestId';
BEGIN
  UPDATE request SET zero_data_retention = true
  WHERE id = wanted AND account_id = (operation -> 'accountId')::bigint AND state <> 'reserved';
  IF FOUND THEN
    DELETE FROM prompt_log WHERE request_id = wanted;
    DELETE FROM cached_answer WHERE request_id = wanted;
  END IF;
  RETURN 'true';
END $$;

-- At most `limit` of an account's texts, and as many of its cached answers. Answers with how many there were.
CREATE FUNCTION erase_account(operation jsonb, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  at_most CONSTANT bigint := operation -> 'limit';
  account_of bigint;
  erased text[];
  answers bigint;
BEGIN
  UPDATE account SET cache_since_ms = at_ms WHERE name = operation ->> 'accountName' RETURNING id INTO account_of;
  IF account_of IS NULL THEN RETURN '{"refused": "account-unknown"}'; END IF;
  SELECT array_agg(request_id) INTO erased FROM (
    SELECT t.request_id FROM text_size t JOIN request r ON r.id = t.request_id
    WHERE t.account_id = account_of AND r.state <> 'reserved' ORDER BY t.id LIMIT at_most) oldest;
  UPDATE request SET zero_data_retention = true WHERE id = ANY (erased);
  DELETE FROM prompt_log WHERE request_id = ANY (erased);
  DELETE FROM cached_answer WHERE request_id = ANY (erased);
  DELETE FROM cached_answer WHERE id IN (SELECT id FROM cached_answer WHERE account_id = account_of LIMIT at_most);
  GET DIAGNOSTICS answers = ROW_COUNT;
  RETURN to_jsonb(greatest(coalesce(cardinality(erased), 0), answers));
END $$;

CREATE OR REPLACE FUNCTION apply_operation(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  CASE operation ->> 'kind'
    WHEN 'reserve' THEN RETURN reserve_request(operation, boot, at_ms);
    WHEN 'deliver' THEN RETURN deliver_request(operation, boot);
    WHEN 'createAccount' THEN RETURN create_account(operation, at_ms);
    WHEN 'grant' THEN RETURN grant_credits(operation, at_ms);
    WHEN 'correct' THEN RETURN correct_credits(operation, at_ms);
    -- The batch itself writes: it renews the gateway's lease.
    WHEN 'probe' THEN RETURN 'true';
    WHEN 'suspendAccount' THEN RETURN suspend_account(operation);
    WHEN 'changeAccount' THEN RETURN change_account(operation);
    WHEN 'createKey' THEN RETURN create_key(operation, at_ms);
    WHEN 'changeKey' THEN RETURN change_key(operation, at_ms);
    WHEN 'revokeKey' THEN RETURN revoke_key(operation, at_ms);
    WHEN 'prunePrompts' THEN RETURN prune_prompts(operation, at_ms);
    WHEN 'eraseRequest' THEN RETURN erase_request(operation);
    WHEN 'eraseAccount' THEN RETURN erase_account(operation, at_ms);
  END CASE;
END $$;
