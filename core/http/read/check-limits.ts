import type { Limits } from '../../config.ts';
import { GatewayError, type FieldError } from '../../errors.ts';
import type { PromptRequest } from '../../generated/prompt-request.ts';
import type { Prompt } from '../../pipeline/call/ask-model.ts';
import { bytesOf, type LongTexts } from '../../text/long-text.ts';
import { textsTooLong } from '../../text/text-limit.ts';

/** Providers that cache explicitly take at most four; specification, section 4.3. */
const MAX_CACHE_BREAKPOINTS = 4;

/** @throws GatewayError 400 naming every field that is over a configured limit. */
export function checkLimits(prompt: Prompt, limits: Limits): void {
  const errors = [
    ...countErrors(prompt, limits),
    ...breakpointErrors(prompt),
    ...schemaErrors(prompt, limits),
  ];
  if (errors.length > 0) throw new GatewayError('validation-failed', { errors });
}

function countErrors({ request, attachments, texts }: Prompt, limits: Limits): readonly FieldError[] {
  const errors: FieldError[] = [];
  const limit = (pointer: string, actual: number, most: number, unit: string): void => {
    if (actual > most)
      errors.push({ pointer, code: 'limit', message: `at most ${most} ${unit}; this has ${actual}` });
  };
  const models = request.models.length;
  const judges = request.judges?.length ?? 0;
  limit('/models', models, limits.models, 'entries');
  limit('/judges', judges, limits.judges, 'entries');
  limit('/judges', judges * models * (models - 1), limits.judgeRuns, 'judge runs, two per pair and judge');
  limit('/prompt', bytesOf(request.prompt, texts), limits.promptBytes, 'bytes');
  if (textBytes(request, texts) > limits.textBytes) errors.push(textsTooLong(limits.textBytes));
  limit('/history', request.history?.length ?? 0, limits.historyTurns, 'turns');
  limit('/attachments', attachments.length, limits.attachments, 'files');
  for (const [index, file] of attachments.entries()) {
    limit(`/attachments/${index}/base64`, file.sizeBytes, limits.attachmentBytes, 'bytes');
  }
  return errors;
}

/** Of the prompt, the judges' instructions, the system prompt and the history. */
function textBytes(request: PromptRequest, texts: LongTexts): number {
  const { prompt, judge_prompt = '', system_prompt = '', history = [] } = request;
  const system = typeof system_prompt === 'string' ? [system_prompt] : system_prompt.map(({ text }) => text);
  const all = [prompt, judge_prompt, ...system, ...history.map(({ content }) => content)];
  return all.reduce((sum, text) => sum + bytesOf(text, texts), 0);
}

function breakpointErrors({ request }: Prompt): readonly FieldError[] {
  const system = typeof request.system_prompt === 'object' ? request.system_prompt : [];
  const pointers = [
    ...system.map((block, index) =>
      block.cache_control === undefined ? undefined : `/system_prompt/${index}/cache_control`,
    ),
    ...(request.history ?? []).map((turn, index) =>
      turn.cache_control === undefined ? undefined : `/history/${index}/cache_control`,
    ),
  ].filter((pointer) => pointer !== undefined);
  return pointers.slice(MAX_CACHE_BREAKPOINTS).map((pointer) => ({
    pointer,
    code: 'limit',
    message: `at most ${MAX_CACHE_BREAKPOINTS} cache breakpoints over system_prompt and history together`,
  }));
}

function schemaErrors({ request }: Prompt, limits: Limits): readonly FieldError[] {
  const schema: unknown = request.response_schema;
  if (schema === undefined) return [];
  const error = (message: string): FieldError => ({ pointer: '/response_schema', code: 'limit', message });
  const { depth, nodes } = measure(schema);
  const errors: FieldError[] = [];
  if (depth > limits.schemaDepth)
    errors.push(error(`at most ${limits.schemaDepth} levels deep; this has ${depth}`));
  if (nodes > limits.schemaNodes)
    errors.push(error(`at most ${limits.schemaNodes} values; this has ${nodes}`));
  if (Buffer.byteLength(JSON.stringify(schema)) > limits.schemaBytes)
    errors.push(error(`at most ${limits.schemaBytes} bytes as JSON`));
  return errors;
}

/** The body's own bounds (depth 64, 100,000 values) hold already, so this ends. */
function measure(value: unknown): { readonly depth: number; readonly nodes: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, nodes: 1 };
  let depth = 0;
  let nodes = 1;
  for (const child of Object.values(value)) {
    const inner = measure(child);
    depth = Math.max(depth, inner.depth);
    nodes += inner.nodes;
  }
  return { depth: depth + 1, nodes };
}
