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

export interface ReadAsked {
  readonly prompt: Prompt;
  readonly options: CompatOptions;
  readonly warnings: readonly CompatWarning[];
}

/**
 * What a body comes to at its address: parsed, translated, and checked by the contract's own validator and limits, as the
 * route does. @throws GatewayError as the route.
 */
export async function readAsked(
  body: Readonly<Record<string, unknown>>,
  dialect: Dialect,
): Promise<ReadAsked> {
  const bytes = Buffer.from(JSON.stringify(body));
  const read = await readRequest(bytes, { wantsDigest: false, dialect });
  if ('problems' in read) throw new GatewayError('malformed-json', { errors: read.problems });
  if ('invalid' in read) throw new GatewayError('validation-failed', { errors: read.invalid });
  const options = compatOptionsOf(read.parts);
  const { prompt, warnings } = checkCompatPrompt(read.parts, options, { snapshot: SERVING, limits: LIMITS });
  return { prompt, options, warnings };
}
