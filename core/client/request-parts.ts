// Reads parts of a stored request, which is JSON that any client may have sent.

/** Fields that need several answers. */
const MULTI_ANSWER_FIELD = /^(?:judge|judges|judge_.*|calibration|fuse|fuse_.*)$/;

/** A request as it was sent or stored. */
export type RequestBody = Readonly<Record<string, unknown>>;

export type Turn = { readonly role: 'user' | 'assistant'; readonly content: string };

/** @returns an empty text for a value that is neither a text nor a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The earlier turns of a conversation. */
export function turnsOf(value: unknown): readonly Turn[] {
  return listOf(value).flatMap((turn) => {
    const { role, content } = objectOf(turn);
    if ((role !== 'user' && role !== 'assistant') || typeof content !== 'string') return [];
    return [{ role, content }];
  });
}

/**
 * The system prompt as one text.
 * @param value a text, or blocks of it.
 * @param between the blocks.
 */
export function systemText(value: unknown, between = '\n'): string {
  if (!Array.isArray(value)) return textOf(value);
  return value.map((block) => textOf(objectOf(block)['text'])).join(between);
}

/** The texts of a request that are not empty, with titles, in reading order. */
export function requestTexts(request: RequestBody): readonly (readonly [title: string, text: string])[] {
  const turns = turnsOf(request['history']).map(
    ({ role, content }) => [role === 'user' ? 'Asked before' : 'Answered before', content] as const,
  );
  const texts = [
    ['System prompt', systemText(request['system_prompt'])] as const,
    ...turns,
    ['Prompt', textOf(request['prompt'])] as const,
    ['What the judges look at', textOf(request['judge_prompt'])] as const,
  ];
  return texts.filter(([, text]) => text !== '');
}

/**
 * The same request for only one of its models, without judges.
 * @returns undefined if the contents of its files are unknown.
 */
export function singleModelRequest(request: RequestBody, modelId: string): RequestBody | undefined {
  const files = listOf(request['attachments']);
  if (files.some((file) => textOf(objectOf(file)['base64']) === '')) return undefined;
  const { model_tuning: tuning, ...rest } = request;
  const fields = Object.entries(rest).filter(([name]) => !MULTI_ANSWER_FIELD.test(name));
  const modelTuning = objectOf(tuning)[modelId];
  return {
    ...Object.fromEntries(fields),
    models: [modelId],
    ...(modelTuning !== undefined && { model_tuning: { [modelId]: modelTuning } }),
  };
}
