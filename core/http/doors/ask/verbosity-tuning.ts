import type { Model } from '../../../contract.ts';
import type { Verbosity } from '../../../dialects/asked-prompt.ts';
import { GatewayError } from '../../../errors.ts';
import type { DoorTuning } from './effort-tuning.ts';

/** What clients send that do not care. */
const DEFAULT: Verbosity = 'medium';

/**
 * The model's own parameter for a verbosity.
 * @param pointer of the verbosity in the body as it was sent.
 * @throws GatewayError 400 if the model has no such verbosity and the answer would be another one without it.
 */
export function tuneVerbosity(model: Model, verbosity: Verbosity, pointer: string): DoorTuning {
  const levels = model.tuning['verbosity']?.schema['enum'];
  if (Array.isArray(levels) && levels.includes(verbosity))
    return { tuning: { verbosity }, warning: undefined };
  if (verbosity === DEFAULT) {
    const message = `${model.id} takes no verbosity; it was left out.`;
    return { tuning: undefined, warning: { code: 'parameter_left_out', pointer, message } };
  }
  const message = `${model.id} takes no verbosity; leave it out, or send ${DEFAULT}`;
  throw new GatewayError('validation-failed', {
    errors: [{ pointer, code: 'unsupported_value', message }],
  });
}
