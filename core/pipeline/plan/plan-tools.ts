import type { Json, Model, Tools } from '../../contract.ts';
import type { RequestToolCall } from '../../tools/request-tools.ts';
import { aliasOf, type CallIds } from '../../tools/call-id.ts';
import { likelyTokens } from '../../text/likely-tokens.ts';
import type { LongTurn } from './long-call.ts';
import type { ModelPlan } from './model-plan.ts';
import type { Warning } from './warning.ts';

/** The functions of a call as one model takes them. */
export interface FittedTools {
  readonly tools: Tools | undefined;
  readonly warnings: readonly Warning[];
}

/** Reduces the functions to what the model's provider supports. Each change is a warning. */
export function fitTools(tools: Tools, model: Model): FittedTools {
  if (model.tools === null) return { tools: undefined, warnings: [] };
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
        ? [
            leftOutWarning(
              '/tools/parallel',
              `${model.id} cannot be limited to one call; it may make several.`,
            ),
          ]
        : []),
      ...(losesNone
        ? [
            leftOutWarning(
              '/tools/choice',
              `${model.id} cannot be kept from calling a function it is shown; it may call one.`,
            ),
          ]
        : []),
      ...(losesStrict
        ? [leftOutWarning('/tools', `${model.id} enforces no schema of a function; strict was left out.`)]
        : []),
    ],
  };
}

function leftOutWarning(pointer: string, message: string): Warning {
  return { code: 'parameter_left_out', pointer, message };
}

/** Turns in the form that one provider takes, and the size of the data that their calls carry. */
export interface OpenedTurns extends MeasuredTools {
  readonly turns: readonly LongTurn[];
  readonly warnings: readonly Warning[];
}

/** The options that the models of one request share. */
export interface OpeningOptions {
  readonly ids: CallIds;
  readonly budget: CarriedBudget;
  /** Gives way to other work between IDs that carry much data. */
  readonly nextTurn: () => Promise<void>;
}

/** Bounds the data that the calls of one request carry for all its models, because short IDs may carry long texts. */
export class CarriedBudget {
  /** UTF-16 code units of JSON: the reasoning of a hundred steps, which providers and the event loop take at once. */
  characters = 524_288;
}

/**
 * Rewrites the IDs of calls and results to the form that the provider takes, and opens the data that the calls carry for
 * this model. The last calls are opened first, because providers need the data of the present loop. An ID that occurs
 * twice is opened once.
 */
export async function openTurns(
  turns: readonly LongTurn[],
  { model, provider }: ModelPlan,
  { ids, budget, nextTurn }: OpeningOptions,
): Promise<OpenedTurns> {
  const carried = new Map<RequestToolCall, Json>();
  const openedIds = new Set<string>();
  let [bytes, tokens, openedCharacters] = [0, 0, 0];
  let isCut = false;
  for (const call of turns.flatMap(({ calls = [] }) => calls).toReversed()) {
    if (openedIds.has(call.id)) continue;
    openedIds.add(call.id);
    const json = ids.open(call.id, model.id) ?? '';
    isCut = json.length > budget.characters;
    if (isCut) break;
    if (json !== '') {
      budget.characters -= json.length;
      bytes += Buffer.byteLength(json);
      tokens += likelyTokens(json);
      carried.set(call, parseJson(json));
    }
    openedCharacters += call.id.length + json.length;
    if (openedCharacters <= OPENED_AT_ONCE) continue;
    // oxlint-disable-next-line eslint/no-await-in-loop -- IDs are opened some at a turn
    await nextTurn();
    openedCharacters = 0;
  }
  const form = provider.wire.callIds;
  return {
    turns: turns.map(({ calls = [], results = [], ...turn }) => ({
      ...turn,
      ...(calls.length > 0 && {
        calls: calls.map((call) => ({ ...call, id: aliasOf(call.id, form), carried: carried.get(call) })),
      }),
      ...(results.length > 0 && {
        results: results.map((result) => ({ ...result, id: aliasOf(result.id, form) })),
      }),
    })),
    bytes,
    tokens,
    warnings: isCut ? [NOT_CARRIED] : [],
  };
}

const NOT_CARRIED: Warning = {
  code: 'reasoning_not_carried',
  pointer: '/history',
  message:
    'the calls carry more reasoning than one request may send back; that of the earlier calls was left out',
};

function parseJson(json: string): Json {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `CallIds.seal` wrote it, as its tag shows
  return JSON.parse(json) as Json;
}

/** Characters of IDs and their data. Verifying, inflating and counting this many takes about a millisecond. */
const OPENED_AT_ONCE = 32_768;

/** The size that functions add to a prompt: the UTF-8 bytes of their JSON, and its tokens, counted high. */
export interface MeasuredTools {
  readonly bytes: number;
  readonly tokens: number;
}

/** Bytes that formats and providers add around one function; a quarter as many tokens. */
const FUNCTION_BYTES = 64;
/** Instructions that providers put in front of functions; 313 to 530 tokens are published. In `bytes`, each counts as one byte. */
const PREAMBLE_TOKENS = 600;

/** Measures the functions of a request; without functions, both measures are 0. */
export function measureTools(tools: Tools | undefined): MeasuredTools {
  if (tools === undefined) return { bytes: 0, tokens: 0 };
  const json = JSON.stringify(tools.functions);
  return {
    bytes: Buffer.byteLength(json) + FUNCTION_BYTES * tools.functions.length + PREAMBLE_TOKENS,
    tokens: likelyTokens(json) + (FUNCTION_BYTES / 4) * tools.functions.length + PREAMBLE_TOKENS,
  };
}
