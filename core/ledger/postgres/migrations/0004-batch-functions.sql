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
  endings jsonb;
  ended jsonb;
  outcomes jsonb[] := '{}';
BEGIN
  IF boot IS NOT NULL THEN
    UPDATE gateway SET renewals = nextval('gateway_number'), renewed_ms = now_ms()
    WHERE boot_id = boot AND epoch = boot_epoch;
    IF NOT FOUND THEN RAISE EXCEPTION 'the lease is lost' USING ERRCODE = 'AS001'; END IF;
  END IF;
  PERFORM lock_accounts(operations);
  -- What gives credits back comes first; the order of operations that arrived together is nobody's.
  SELECT jsonb_agg(o.operation || jsonb_build_object('n', o.n)) INTO endings
  FROM jsonb_array_elements(operations) WITH ORDINALITY o (operation, n)
  WHERE o.operation ->> 'kind' IN ('settle', 'void');
  IF endings IS NOT NULL THEN ended := finish_requests(endings, boot, now_ms()); END IF;
  FOR operation IN SELECT * FROM jsonb_array_elements(operations) LOOP
    outcomes := outcomes || CASE
      WHEN operation ->> 'kind' IN ('settle', 'void') THEN ended -> (cardinality(outcomes) + 1)::text
      ELSE apply_operation(operation, boot, now_ms()) END;
  END LOOP;
  RETURN to_jsonb(outcomes);
END $$;

-- Takes the rows of gateways that are dead and voids every hold without a living owner, in one transaction. A gateway
-- that has renewed its lease since it was looked at keeps its row. Returns how many were voided.
CREATE FUNCTION recover_requests(dead jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  dead_owner text;
  orphans jsonb;
  voided bigint := 0;
BEGIN
  PERFORM 1 FROM gateway WHERE boot_id IN (SELECT d ->> 'bootId' FROM jsonb_array_elements(dead) d)
  ORDER BY boot_id FOR UPDATE;
  DELETE FROM gateway USING jsonb_array_elements(dead) d
  WHERE boot_id = d ->> 'bootId' AND renewals = (d -> 'renewals')::bigint;
  PERFORM 1 FROM account WHERE id IN (SELECT account_id FROM orphan_requests) ORDER BY id FOR NO KEY UPDATE;
  FOR dead_owner IN SELECT DISTINCT owner FROM orphan_requests LOOP
    SELECT jsonb_agg(jsonb_build_object('n', o.n, 'kind', 'void', 'requestId', o.id)) INTO orphans
    FROM (SELECT id, row_number() OVER () AS n FROM orphan_requests WHERE owner = dead_owner) o;
    PERFORM finish_requests(orphans, dead_owner, now_ms());
    voided := voided + jsonb_array_length(orphans);
  END LOOP;
  RETURN voided;
END $$;

-- A gateway's new connection: takes its row, makes it where it is missing, and outdates every earlier connection. It
-- waits for a batch that is still running.
CREATE FUNCTION enter(boot text) RETURNS bigint LANGUAGE sql AS $$
  INSERT INTO gateway (boot_id, epoch, renewals, renewed_ms)
  VALUES (boot, nextval('gateway_number'), nextval('gateway_number'), now_ms())
  ON CONFLICT (boot_id) DO UPDATE SET epoch = excluded.epoch, renewals = excluded.renewals, renewed_ms = now_ms()
  RETURNING epoch
$$;

-- A gateway that ends: what it still holds is nobody's.
CREATE FUNCTION leave(boot text, boot_epoch bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM gateway WHERE boot_id = boot AND epoch = boot_epoch;
  RETURN recover_requests('[]');
END $$;
