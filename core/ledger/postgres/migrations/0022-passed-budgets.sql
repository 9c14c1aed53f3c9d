-- A budget that is passed, since its limit was lowered, leaves nothing: what holds nothing fits in it.
CREATE OR REPLACE FUNCTION left_of_budgets(account bigint, key bigint, at_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  least_left bigint;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM budget WHERE account_id = account) THEN RETURN NULL; END IF;
  PERFORM move_budgets(account, at_ms);
  SELECT min(amount - charged - held) INTO least_left
  FROM budget WHERE account_id = account AND (key_id IS NULL OR key_id = line_of(key));
  -- Null where no budget binds the key.
  RETURN CASE WHEN least_left < 0 THEN 0 ELSE least_left END;
END $$;
