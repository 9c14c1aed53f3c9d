import { GatewayError, wrongFields } from '../../errors.ts';
import { checkBy } from '../../schema/check-by.ts';
import { parseStrictJson } from '../../workers/strict-json.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { nulErrors } from './nul-characters.ts';
import { readBody } from './read-body.ts';

/** Upper bound of a body without long texts, in bytes, because the event loop parses it. */
const MAX_SMALL_BODY_BYTES = 65_536;

/** Small bodies need no budget, because the requests in flight of a key are bounded. */
const NO_SHARE = { take: () => true, holdsMost: () => false };

/**
 * Reads a body without long texts.
 * @param validator a generated one for values of the type.
 * @throws GatewayError 400, 413 or 415, with every wrong field.
 */
export async function readSmallBody<T>(
  { request, response }: Pick<AdmittedRequest, 'request' | 'response'>,
  validator: unknown,
): Promise<T> {
  const bytes = await readBody({ request, response, bodyShare: NO_SHARE }, MAX_SMALL_BODY_BYTES);
  const parsed = parseStrictJson(bytes);
  if ('problem' in parsed) throw new GatewayError('malformed-json', { errors: [parsed.problem] });
  const checked = checkBy<T>(validator)(parsed.value);
  if ('problems' in checked) throw wrongFields(checked.problems);
  const errors = nulErrors(checked.request);
  if (errors.length > 0) throw wrongFields(errors);
  return checked.request;
}
