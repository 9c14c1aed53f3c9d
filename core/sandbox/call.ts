import type { IncomingMessage } from 'node:http';
import type { ChatCompletionRequest, ChatMessage } from '@copilotkit/aimock';
import type { SandboxCall, SandboxRequest, SandboxTurn } from './contract.ts';
import { forcedFunction, functionsToCall } from './functions.ts';
import { countFiles, valueAt } from './json.ts';
import { STREAM_WIRES } from './stream/stream-wires.ts';
import { SANDBOX_WIRES } from './wire.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Translates a request into the form that all providers share.
 * @param read the same request as aimock understood it.
 */
export function callOf(request: SandboxRequest, attempt: number, read: ChatCompletionRequest): SandboxCall {
  const wire = SANDBOX_WIRES[request.provider];
  const turns = read.messages.map((message) => ({ role: message.role, text: textOf(message) }));
  const functions = functionsToCall(wire, request.body, read);
  // A function that is forced once more after its result is not called again.
  const forced = functions.length === 0 ? undefined : forcedFunction(wire, request.body);
  const maxTokens = read.max_tokens ?? read['max_completion_tokens'];
  return {
    provider: request.provider,
    model: request.model ?? read.model,
    system: turns
      .filter(isSystem)
      .map(({ text }) => text)
      .join('\n\n'),
    user: turns.findLast(({ role }) => role === 'user')?.text ?? '',
    turns: turns.filter((turn) => !isSystem(turn)),
    files: countFiles(request.body),
    maxTokens: typeof maxTokens === 'number' ? maxTokens : undefined,
    schema:
      forced?.schema ??
      wire.schema.map((pointer) => valueAt(request.body, pointer)).find((schema) => schema !== undefined),
    functions,
    hasForcedTool: forced !== undefined,
    isStream: STREAM_WIRES[request.provider].isStreamRequest(request.path, request.body),
    attempt,
    body: request.body,
  };
}

function isSystem({ role }: SandboxTurn): boolean {
  return role === 'system' || role === 'developer';
}

function textOf({ content }: ChatMessage): string {
  if (content === null) return '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
}

/** The provider's name for the model, from the path or else from the body. */
export function modelOf(callPath: RegExp, path: string, body: unknown): string | undefined {
  const inPath = callPath.exec(path)?.[1];
  if (inPath !== undefined) return decodeURIComponent(inPath);
  const inBody = valueAt(body, '/model');
  return typeof inBody === 'string' ? inBody : undefined;
}

export function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

/** @returns undefined for a body longer than 64 MiB. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(piece);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks).toString('utf8');
}
