-- One batch: many operations, one call, one transaction, one sync of the disk.

-- Locks are taken in one order everywhere, so that no two gateways can wait for each other: the gateway's own row, then
-- accounts by their id. A request's row is only written under its account's lock.
CREATE FUNCTION lock_accounts(operations jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM account
  WHERE id IN (
    SELECT (o -> 'accountId')::bigint FROM jsonb_array_elements(operations) o WHERE o ? 'accountId'
    UNION
    SELECT r.account_id FROM jsonb_array_elements(operations) o JOIN request r ON r.id = o ->> 'requestId'
    WHERE o ->> 'kind' IN ('settle', 'void')
    UNION
    SELECT a.id FROM jsonb_array_elements(operations) o JOIN account a ON a.name = o ->> 'accountName'
  )
  ORDER BY id FOR NO KEY UPDATE;
END $$;

CREATE FUNCTION apply_operation(operation jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  CASE operation ->> 'kind'
    WHEN 'reserve' THEN RETURN reserve_request(operation, boot, at_ms);
    WHEN 'settle' THEN RETURN settle_request(operation, boot, at_ms);
    WHEN 'void' THEN
      RETURN coalesce(finish_request(operation ->> 'requestId', 'voided', 0, boot, false, at_ms), 'null');
    WHEN 'createAccount' THEN RETURN create_account(operation, at_ms);
    WHEN 'grant' THEN RETURN grant_credits(operation, at_ms);
    WHEN 'changeAccount' THEN RETURN change_account(operation);
    WHEN 'createKey' THEN RETURN create_key(operation, at_ms);
    WHEN 'revokeKey' THEN RETURN revoke_key(operation, at_ms);
    WHEN 'prunePrompts' THEN RETURN prune_prompts(operation, at_ms);
  END CASE;
END $$;

-- `boot` is null for commands, which may not hold. The fence: a gateway whose row was taken from it, or an older
-- connection of the same gateway, changes nothing any more. The row's lock keeps others from taking it meanwhile.
CREATE FUNCTION apply_batch(boot text, boot_epoch bigint, operations jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  operation jsonb;
  outcomes jsonb[] := '{}';
BEGIN
  IF boot IS NOT NULL THEN
    UPDATE gateway SET renewals = renewals + 1, renewed_ms = now_ms() WHERE boot_id = boot AND epoch = boot_epoch;
    IF NOT FOUND THEN RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'AS001'; END IF;
  END IF;
  PERFORM lock_accounts(operations);
  FOR operation IN SELECT * FROM jsonb_array_elements(operations) LOOP
    outcomes := outcomes || apply_operation(operation, boot, now_ms());
  END LOOP;
  RETURN to_jsonb(outcomes);
END $$;

-- Takes the rows of gateways that are dead and voids every hold without a living owner, in one transaction. A gateway
-- that has shown life since it was looked at keeps its row: its count is another. Returns how many were voided.
CREATE FUNCTION recover_requests(dead jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  orphan record;
  voided bigint := 0;
BEGIN
  PERFORM 1 FROM gateway WHERE boot_id IN (SELECT d ->> 'bootId' FROM jsonb_array_elements(dead) d)
  ORDER BY boot_id FOR UPDATE;
  DELETE FROM gateway USING jsonb_array_elements(dead) d
  WHERE boot_id = d ->> 'bootId' AND renewals = (d -> 'renewals')::bigint;
  PERFORM 1 FROM account WHERE id IN (SELECT account_id FROM orphan_requests) ORDER BY id FOR NO KEY UPDATE;
  FOR orphan IN SELECT * FROM orphan_requests ORDER BY account_id, id LOOP
    PERFORM finish_request(orphan.id, 'voided', 0, orphan.owner, false, now_ms());
    voided := voided + 1;
  END LOOP;
  RETURN voided;
END $$;
