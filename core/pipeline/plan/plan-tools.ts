import type { Model, Tools } from '../../contract.ts';
import { likelyTokens } from '../../text/likely-tokens.ts';
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
  const warnings: Warning[] = [];
  const leaveOut = (pointer: string, why: string): void => {
    warnings.push({ code: 'parameter_left_out', pointer, message: `${model.id} ${why}` });
  };
  if (losesParallel) leaveOut('/tools/parallel', 'cannot be limited to one call; it may make several.');
  if (losesNone)
    leaveOut('/tools/choice', 'cannot be kept from calling a function it is shown; it may call one.');
  if (losesStrict) leaveOut('/tools', 'enforces no schema of a function; strict was left out.');
  return {
    tools: {
      ...tools,
      choice: losesNone ? 'auto' : tools.choice,
      parallel: tools.parallel || losesParallel,
      functions: losesStrict ? tools.functions.map((one) => ({ ...one, strict: false })) : tools.functions,
    },
    warnings,
  };
}

/** The size that functions add to a prompt: the UTF-8 bytes of their JSON, and its tokens, counted high. */
export interface MeasuredTools {
  readonly bytes: number;
  readonly tokens: number;
}

/** Bytes that formats and providers add around one function; a quarter as many tokens. */
const FUNCTION_BYTES = 64;
/**
 * Instructions that providers put in front of functions; 313 to 530 tokens are published. In `bytes`, each token counts
 * as one byte.
 */
const PREAMBLE_TOKENS = 600;

/** Measures the functions of a request. */
export function measureTools({ functions }: Tools): MeasuredTools {
  const json = JSON.stringify(functions);
  return {
    bytes: Buffer.byteLength(json) + FUNCTION_BYTES * functions.length + PREAMBLE_TOKENS,
    tokens: likelyTokens(json) + (FUNCTION_BYTES / 4) * functions.length + PREAMBLE_TOKENS,
  };
}
