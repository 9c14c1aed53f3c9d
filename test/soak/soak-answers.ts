import type { PromptResponse } from '../../core/generated/prompt-response.ts';
import type { SoakClient, SoakKeys, SoakReply, SoakRequest } from './soak-client.ts';

export const PROMPT = '/api/v1/prompt';

/** Each provider has healthy models here but one, whose models are only ever asked to fail: breakers are of a model. */
export const HEALTHY = [
  'gpt-4o',
  'gpt-5.4',
  'claude-sonnet-4-6',
  'claude-haiku-4-5',
  'gemini-3.5-flash',
  'gemini-2.5-flash',
  'mistral-small-2603',
  'gpt-oss-120b',
  'deepseek-v4-pro',
] as const;
export const FAILING = ['grok-4.5', 'grok-4.3'] as const;

export function pick<T>(list: readonly T[], { random }: SoakClient): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}

/** A request is all but always one that keeps its texts; a quarter may not. */
export function anyAccount({ random }: SoakClient): 'rich' | 'forgetful' {
  return random() < 0.75 ? 'rich' : 'forgetful';
}

/**
 * Posts a prompt that must be answered 200, unless the gateway is too busy.
 * @returns its response; undefined where it has none, which is noted where it is wrong.
 */
export async function postPrompt(
  client: SoakClient,
  account: keyof SoakKeys,
  request: Omit<SoakRequest, 'path' | 'method' | 'key'>,
): Promise<{ readonly reply: SoakReply; readonly response: PromptResponse } | undefined> {
  const reply = await client.ask({ ...request, method: 'POST', path: PROMPT, key: client.keys[account] });
  const response = reply.status === 200 ? responseIn(reply) : undefined;
  if (response === undefined && reply.status !== 503)
    client.wrong(`a good prompt was answered ${reply.status}: ${reply.text.slice(0, 300)}`);
  return response === undefined ? undefined : { reply, response };
}

/** Of a plain answer, or of the event `done`. */
export function responseIn({ text }: SoakReply): PromptResponse | undefined {
  const json = text.startsWith('{') ? text : /^event: done\ndata: (.*)$/m.exec(text)?.[1];
  return json === undefined ? undefined : (JSON.parse(json) as PromptResponse);
}

/** Healthy models answer, judges judge, and every schema is kept. */
export function expectAllWell(client: SoakClient, { results, evaluations }: PromptResponse): void {
  for (const { modelId, status, error, schemaValid } of results) {
    if (status !== 'completed') client.wrong(`${modelId} failed: ${error?.code}`);
    if (schemaValid === false) client.wrong(`${modelId} kept to no schema`);
  }
  for (const { id, status } of evaluations) if (status !== 'completed') client.wrong(`${id} is ${status}`);
}
