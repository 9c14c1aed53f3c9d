-- What a request that held the most costs beyond its own bounds refuses its account as well as what the account cannot pay:
-- else whoever finds such a request could repeat it all day. What a budget cuts off still refuses nothing.

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
      'unpaidMicroCredits', coalesce((short.operation -> 'overrunMicroCredits')::bigint, 0)
        + greatest(0, short.charge - short.hold - free),
      'houseMicroCredits', (short.operation -> 'houseMicroCredits')::bigint + short.charge - short.hold - raise,
      'overrunMicroCredits', coalesce((short.operation -> 'overrunMicroCredits')::bigint, 0)
        + short.charge - short.hold - raise));
  END LOOP;
  RETURN payable;
END $$;

-- Counts what was charged and what the house bore of overruns on this day. Answers with the accounts for which the
-- house's share has become too large with these settlements: of all requests, and of what could not be paid of those
-- that held the most.
CREATE OR REPLACE FUNCTION count_overruns(settled jsonb, at_ms bigint, OUT began bigint[], OUT refused bigint[])
LANGUAGE plpgsql AS $$
DECLARE
  today CONSTANT integer := floor(at_ms / 86400000.0);
BEGIN
  WITH sums AS (
    SELECT account_id, sum(charge)::bigint AS charged, sum(overrun)::bigint AS overrun,
      coalesce(sum(unpaid) FILTER (WHERE exposure = 0), 0)::bigint AS worst
    FROM (
      SELECT r.account_id, r.exposure, (o -> 'chargeMicroCredits')::bigint AS charge,
        coalesce((o -> 'overrunMicroCredits')::bigint, 0) AS overrun,
        -- A charge that its hold covers has no other.
        coalesce((o -> 'unpaidMicroCredits')::bigint, (o -> 'overrunMicroCredits')::bigint, 0) AS unpaid
      FROM jsonb_array_elements(settled) o JOIN request r ON r.id = o ->> 'requestId'
    ) s GROUP BY account_id
  ), counted AS (
    UPDATE account a SET overrun_day = today,
      charged_before = charges_before(a, today),
      day_charged = CASE WHEN a.overrun_day = today THEN a.day_charged ELSE 0 END + s.charged,
      day_overrun = CASE WHEN a.overrun_day = today THEN a.day_overrun ELSE 0 END + s.overrun,
      day_worst_overrun = CASE WHEN a.overrun_day = today THEN a.day_worst_overrun ELSE 0 END + s.worst
    FROM sums s WHERE a.id = s.account_id
    RETURNING a.id, a.day_charged, a.day_overrun, a.day_worst_overrun, s.charged, s.overrun, s.worst
  )
  SELECT
    coalesce(array_agg(id) FILTER (WHERE overrun > 0 AND day_overrun::numeric * 100 > day_charged
      AND NOT (day_overrun - overrun)::numeric * 100 > day_charged - charged), '{}'),
    coalesce(array_agg(id) FILTER (WHERE worst > 0 AND day_worst_overrun::numeric * 100 > day_charged
      AND NOT (day_worst_overrun - worst)::numeric * 100 > day_charged - charged), '{}')
  INTO began, refused FROM counted;
END $$;
