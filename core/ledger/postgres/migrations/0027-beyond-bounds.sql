-- What only a request's own bound keeps its account from paying refuses the account as well, where it held the most: else
-- whoever finds such a request could repeat it all day. What a budget cuts off still refuses nothing.

CREATE OR REPLACE FUNCTION raise_holds(operations jsonb, boot text, at_ms bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  short record;
  free bigint;
  raise bigint;
  payable jsonb := operations;
BEGIN
  FOR short IN
    SELECT o.operation, o.place, r.id, r.account_id, r.key_id, r.hold, (o.operation -> 'chargeMicroCredits')::bigint AS charge
    FROM (
      -- Of two that would end one request, the first does.
      SELECT DISTINCT ON (e ->> 'requestId') e AS operation, place
      FROM jsonb_array_elements(operations) WITH ORDINALITY i (e, place) ORDER BY e ->> 'requestId', place
    ) o JOIN request r ON r.id = o.operation ->> 'requestId'
    WHERE o.operation ->> 'kind' = 'settle' AND r.state = 'reserved' AND r.owner = boot
      AND r.hold < (o.operation -> 'chargeMicroCredits')::bigint
    ORDER BY o.place
  LOOP
    SELECT greatest(0, posted - reserved) INTO free FROM account WHERE id = short.account_id;
    raise := greatest(0, least(short.charge - short.hold, free,
      left_of_budgets(short.account_id, short.key_id, at_ms)));
    UPDATE account SET reserved = reserved + raise WHERE id = short.account_id;
    UPDATE request SET hold = hold + raise, raised = raised + raise WHERE id = short.id;
    -- What was stored of an answer that says the whole charge.
    IF short.hold + raise < short.charge THEN DELETE FROM prompt_log WHERE request_id = short.id; END IF;
    payable := jsonb_set(payable, ARRAY[(short.place - 1)::text], short.operation || jsonb_build_object(
      'isShort', true, 'chargeMicroCredits', short.hold + raise,
      'unpaidMicroCredits', coalesce((short.operation -> 'unpaidMicroCredits')::bigint, 0)
        + greatest(0, short.charge - short.hold - free),
      'houseMicroCredits', (short.operation -> 'houseMicroCredits')::bigint + short.charge - short.hold - raise,
      'overrunMicroCredits', coalesce((short.operation -> 'overrunMicroCredits')::bigint, 0)
        + short.charge - short.hold - raise));
  END LOOP;
  RETURN payable;
END $$;
