import type { Attachment, JsonObject } from '../../../core/contract.ts';
import type { ModelQuestion } from '../../../core/pipeline/plan/plan-call.ts';
import { block, file, turn } from '../../../core/plugin-check/sample-entry.ts';

/** Takes the place of the network in an official SDK. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** One question and the parameters with which an official SDK asks the same. */
export interface Golden {
  readonly name: string;
  readonly modelId: string;
  readonly question: ModelQuestion;
  /** Sends the literal parameters through the SDK, which decides what stands on the wire. */
  readonly send: (fetch: Fetch) => Promise<unknown>;
  /** Members the SDK writes out although they were not given; the reason stands where this is set. */
  readonly isAdded?: (name: string, value: unknown) => boolean;
}

export interface SentRequest {
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly search: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the SDK sends. Its reaction to the empty reply it gets is of no interest. */
export async function capture({ send, isAdded }: Golden): Promise<SentRequest> {
  let sent: SentRequest | undefined;
  const dropAdded = (name: string, value: unknown): unknown =>
    isAdded?.(name, value) === true ? undefined : value;
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init);
    const body: SentRequest['body'] = JSON.parse(await request.text(), dropAdded);
    const { pathname, search } = new URL(request.url);
    sent = { path: pathname, search, body };
    return Response.json({});
  };
  await send(fetch).catch(() => undefined);
  if (sent === undefined)
    throw new Error('the SDK sent nothing: its parameters or its transport have changed');
  return sent;
}

export const OUTPUT_SCHEMA = {
  type: 'object',
  properties: { kilometres: { type: 'number' } },
  required: ['kilometres'],
  additionalProperties: false,
} satisfies JsonObject;

/** What a caller may write: an optional property, a bound strict modes refuse, a constant. */
export const LOOSE_SCHEMA = {
  type: 'object',
  properties: {
    kilometres: { type: 'number' },
    unit: { const: 'km' },
    source: { type: 'string', minLength: 3 },
  },
  required: ['kilometres', 'unit'],
} satisfies JsonObject;

export const PNG: Attachment = file('moon.png', 'image/png', 'iVBORw0K');
export const PDF: Attachment = file('orbit.pdf', 'application/pdf', 'JVBERi0x');

/** The question every golden body asks, with two system blocks, of which one ends a cached prefix, and a history. */
export function conversation(changes: Partial<ModelQuestion> = {}): ModelQuestion {
  return {
    system: [block('Answer in kilometres.', true), block('Be brief.')],
    turns: [
      turn('user', 'How far is the sun?', true),
      turn('assistant', '149,600,000 km'),
      turn('user', 'And the moon?'),
    ],
    attachments: [],
    settings: { maxTokens: 300 },
    tuning: {},
    outputSchema: undefined,
    cacheKey: undefined,
    ...changes,
  };
}
