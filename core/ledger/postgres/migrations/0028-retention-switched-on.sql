-- Texts of a request that ran, or waited to be stored, when its account was switched to zero data retention are refused.
-- A later request that asks for its texts to be kept has them: cache_since_ms is when the account was switched.
CREATE OR REPLACE FUNCTION keep_texts_of_charge(
  wanted text, boot text, new_request text, new_response text, most_bytes bigint, at_once bigint, said bigint
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  -- Whoever would charge something else waits until the texts are stored, and then deletes them.
  PERFORM 1 FROM request r JOIN account a ON a.id = r.account_id
  WHERE r.id = wanted AND r.owner = boot AND (said IS NULL OR r.charge IS NULL OR r.charge = said)
    AND (NOT a.zero_data_retention OR r.created_ms > a.cache_since_ms) FOR SHARE OF r;
  IF NOT FOUND THEN RETURN '{"outcome": "not-allowed", "gaveWay": 0}'; END IF;
  RETURN keep_texts(wanted, boot, new_request, new_response, most_bytes, at_once);
END $$;
