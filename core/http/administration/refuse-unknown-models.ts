import { unknownModels } from '../../administration/allowed-models.ts';
import { GatewayError } from '../../errors.ts';
import type { AdministrationServices } from './administration-services.ts';

/** @throws GatewayError 400 naming each place in a key's models that lets it ask nothing. */
export async function refuseUnknownModels(
  names: readonly string[] | null | undefined,
  { models: describe }: Pick<AdministrationServices, 'models'>,
): Promise<void> {
  if (names === undefined || names === null) return;
  const { models, switchedOff } = await describe();
  const known = new Set([...models.map(({ id }) => id), ...switchedOff]);
  const unknown = unknownModels(names, known, 'GET /admin/v1/models lists them');
  if (unknown.length === 0) return;
  throw new GatewayError('validation-failed', {
    errors: unknown.slice(0, MAX_ERRORS).map(({ index, message }) => ({
      pointer: `/models/${index}`,
      code: 'unknown_model',
      message,
    })),
  });
}

const MAX_ERRORS = 32;
