import type { Attachment, JsonObject } from '../../../core/contract.ts';
import type { ModelQuestion } from '../../../core/pipeline/plan/plan-call.ts';
import { block, file, turn } from '../../../core/plugin-check/sample-entry.ts';

/** Replaces the network for an official SDK. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A question, and the request of an official SDK with the same parameters. */
export interface Golden {
  readonly name: string;
  readonly modelId: string;
  readonly question: ModelQuestion;
  /** Passes the parameters to the SDK, which makes the request. */
  readonly send: (fetch: Fetch) => Promise<unknown>;
  /** Whether the SDK adds a member that is not among the parameters. */
  readonly isAdded?: (name: string, value: unknown) => boolean;
}

export interface SentRequest {
  readonly path: string;
  /** With its question mark; empty if there is none. */
  readonly search: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Captures the request of the SDK. Its error for the empty reply is ignored. */
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

/** A caller's schema with an optional property, a constant, and a bound that strict modes refuse. */
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

/** The question of every golden body: a history and two system blocks, one of which ends a cached prefix. */
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
