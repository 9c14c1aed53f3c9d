-- With which versions of the judge prompt and of the judges a logged request was judged, as JSON.

ALTER TABLE prompt_log ADD COLUMN judged_with text;

-- Stores the texts of a request that was judged. Gateways of the version before call keep_texts_of_charge.
CREATE FUNCTION keep_texts_judged_with(
  wanted text, boot text, new_request text, new_response text, most_bytes bigint, at_once bigint, said bigint,
  new_judged_with text
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  kept CONSTANT jsonb := keep_texts_of_charge(wanted, boot, new_request, new_response, most_bytes, at_once, said);
BEGIN
  IF kept ->> 'outcome' = 'kept' AND new_judged_with IS NOT NULL THEN
    UPDATE prompt_log SET judged_with = new_judged_with WHERE request_id = wanted;
  END IF;
  RETURN kept;
END $$;
