import type { Tools } from '../../contract.ts';
import { aliasOf, type CallIds } from '../../tools/call-id.ts';
import { likelyTokens } from '../../text/likely-tokens.ts';
import type { AskedTurn } from './asked-call.ts';
import type { ModelPlan } from './model-plan.ts';
import type { Warning } from './warning.ts';

/** The functions of a call as one model takes them. */
export interface FittedTools {
  readonly tools: Tools | undefined;
  readonly warnings: readonly Warning[];
}

/** What the model's provider takes of the functions. The rest is left out with a warning. */
export function fitTools(tools: Tools | undefined, { model }: ModelPlan): FittedTools {
  if (tools === undefined || model.tools === null) return { tools: undefined, warnings: [] };
  const { parallelSwitch, noneChoice, strict } = model.tools;
  const losesNone = tools.choice === 'none' && !noneChoice;
  const losesParallel = !tools.parallel && !parallelSwitch;
  const losesStrict = !strict && tools.functions.some((one) => one.strict);
  if (!losesParallel && !losesNone && !losesStrict) return { tools, warnings: [] };
  return {
    tools: {
      ...tools,
      choice: losesNone ? 'auto' : tools.choice,
      parallel: tools.parallel || losesParallel,
      functions: losesStrict ? tools.functions.map((one) => ({ ...one, strict: false })) : tools.functions,
    },
    warnings: [
      ...(losesParallel
        ? [leftOut('/tools/parallel', `${model.id} cannot be limited to one call; it may make several.`)]
        : []),
      ...(losesNone
        ? [
            leftOut(
              '/tools/choice',
              `${model.id} cannot be kept from calling a function it is shown; it may call one.`,
            ),
          ]
        : []),
      ...(losesStrict
        ? [leftOut('/tools', `${model.id} enforces no schema of a function; strict was left out.`)]
        : []),
    ],
  };
}

function leftOut(pointer: string, message: string): Warning {
  return { code: 'parameter_left_out', pointer, message };
}

/**
 * The turns with the IDs of calls and results as the provider takes them, and with what the calls carry for this model.
 * @param nextTurn is waited for between IDs with much in them.
 */
export async function openTurns(
  turns: readonly AskedTurn[],
  { model, provider }: ModelPlan,
  ids: CallIds,
  nextTurn: () => Promise<void>,
): Promise<readonly AskedTurn[]> {
  const form = provider.wire.callIds;
  const opened: AskedTurn[] = [];
  let characters = 0;
  for (const { calls = [], results = [], ...turn } of turns) {
    for (const { id } of calls) characters += id.length;
    if (characters > OPENED_AT_ONCE) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- IDs are opened some at a turn
      await nextTurn();
      characters = 0;
    }
    opened.push({
      ...turn,
      ...(calls.length > 0 && {
        calls: calls.map((call) => ({
          ...call,
          id: aliasOf(call.id, form),
          carried: ids.open(call.id, model.id),
        })),
      }),
      ...(results.length > 0 && {
        results: results.map((result) => ({ ...result, id: aliasOf(result.id, form) })),
      }),
    });
  }
  return opened;
}

/** Characters of IDs; verifying and inflating them takes about a millisecond. */
const OPENED_AT_ONCE = 32_768;

/** What functions add to a prompt: UTF-8 bytes of their JSON, and its tokens, counted high. */
export interface MeasuredTools {
  readonly bytes: number;
  readonly tokens: number;
}

/** Of one function, beside its own words: what formats and providers put around it. */
const FUNCTION_BYTES = 64;
/** Instructions that providers put in front of functions; 313 to 530 tokens are published. */
const PREAMBLE_TOKENS = 600;

export function measureTools(tools: Tools | undefined): MeasuredTools {
  if (tools === undefined) return { bytes: 0, tokens: 0 };
  const json = JSON.stringify(tools.functions);
  return {
    bytes: Buffer.byteLength(json) + FUNCTION_BYTES * tools.functions.length + PREAMBLE_TOKENS,
    tokens: likelyTokens(json) + (FUNCTION_BYTES / 4) * tools.functions.length + PREAMBLE_TOKENS,
  };
}
