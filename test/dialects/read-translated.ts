import type { Dialect } from '../../core/dialects/translated-prompt.ts';
import { loadConfig } from '../../core/config.ts';
import { GatewayError } from '../../core/errors.ts';
import { checkCompatPrompt, compatOptionsOf } from '../../core/http/compat/ask/check-compat-prompt.ts';
import type { Prompt } from '../../core/pipeline/request-context.ts';
import type { Panel } from '../../core/panels/panels.ts';
import type { CompatOptions, CompatWarning } from '../../core/dialects/translated-prompt.ts';
import { readRequest } from '../../core/workers/read-request.ts';
import { loadedRegistry, registryOnDisk } from '../contract/registry-on-disk.ts';

export const PANEL: Panel = {
  id: 'panel/two',
  models: ['gpt-5.4', 'gemini-2.5-flash'],
  judges: ['claude-haiku-4-5'],
  judge_weights: { accuracy: 1, cost: 0.2 },
  wins: 'quality',
};
export const MODELS: readonly string[] = [...registryOnDisk.entries.map(({ model }) => model.id), PANEL.id];

const SERVING = {
  ...loadedRegistry,
  panels: [PANEL],
  calibrations: [],
};
const { limits: LIMITS } = loadConfig({});

export interface TranslatedBody {
  readonly prompt: Prompt;
  readonly options: CompatOptions;
  readonly warnings: readonly CompatWarning[];
}

/**
 * What a body comes to at its address: parsed, translated, and checked by the contract's own validator and limits, as the
 * route does. @throws GatewayError as the route.
 */
export async function translateBody(
  body: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): Promise<TranslatedBody> {
  const bytes = Buffer.from(JSON.stringify(body));
  const readResult = await readRequest(bytes, { wantsDigest: false, dialect });
  if ('problems' in readResult) throw new GatewayError('malformed-json', { errors: readResult.problems });
  if ('invalid' in readResult) throw new GatewayError('validation-failed', { errors: readResult.invalid });
  const options = compatOptionsOf(readResult.parts);
  const { prompt, warnings } = checkCompatPrompt(readResult.parts, options, {
    snapshot: SERVING,
    limits: LIMITS,
  });
  return { prompt, options, warnings };
}
