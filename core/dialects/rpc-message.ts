import type { FieldError, FieldErrorCode } from '../errors.ts';
import { isRecord } from '../text/plain-json.ts';

/** A JSON-RPC message of a client, without the arguments of a tool. Its size is bounded. */
export type RpcMessage =
  | {
      readonly kind: 'request';
      readonly id: RpcId;
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>> | undefined;
    }
  | {
      readonly kind: 'notification';
      readonly method: string;
      readonly params: Readonly<Record<string, unknown>> | undefined;
    }
  /** A response, although the gateway never sends requests. */
  | { readonly kind: 'response' };

export type RpcId = string | number;

export interface OpenedMessage {
  readonly message: RpcMessage;
  /** The arguments of a tool, not checked yet; undefined if there are none. */
  readonly toolArguments: unknown;
}

/** MCP is stricter than JSON-RPC: an ID is a string or an integer, never null. */
const MAX_ID_CHARACTERS = 128;
const MAX_METHOD_CHARACTERS = 128;
/** Upper bound of `params` without a tool's arguments. A complete `initialize` has a tenth of this. */
const MAX_PARAMS_VALUES = 512;
const MAX_PARAMS_CHARACTERS = 16_384;

/**
 * Opens the body of a request to `/mcp`: one message (MCP 2025-11-25, Streamable HTTP). It takes linear time, so
 * call it on a thread or for a body of bounded size. The body is not changed.
 */
export function openMessage(body: unknown): OpenedMessage | { readonly problems: readonly FieldError[] } {
  if (Array.isArray(body))
    return wrong('', 'type', 'batches are not taken: send one message in each request');
  if (!isRecord(body)) return wrong('', 'type', 'must be an object: a JSON-RPC message');
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0') return wrong('/jsonrpc', 'not_allowed', 'must be "2.0"');
  if (id !== undefined && !isId(id))
    return wrong('/id', 'type', `must be an integer, or a string of at most ${MAX_ID_CHARACTERS} characters`);
  if (method === undefined && ('result' in body || 'error' in body))
    return { message: { kind: 'response' }, toolArguments: undefined };
  if (typeof method !== 'string' || method.length > MAX_METHOD_CHARACTERS)
    return wrong('/method', 'type', `must be a string of at most ${MAX_METHOD_CHARACTERS} characters`);
  if (params !== undefined && !isRecord(params)) return wrong('/params', 'type', 'must be an object');
  const { arguments: toolArguments, ...others } = params ?? {};
  if (isTooMuch(others))
    return wrong(
      '/params',
      'limit',
      `at most ${MAX_PARAMS_VALUES} values and ${MAX_PARAMS_CHARACTERS} characters beside the arguments of a tool`,
    );
  const about = { method, params: params === undefined ? undefined : withoutTask(others) };
  return {
    message: id === undefined ? { kind: 'notification', ...about } : { kind: 'request', id, ...about },
    toolArguments,
  };
}

/**
 * Removes the fields about tasks, because the gateway has none and answers such a request like any other. Of `_meta` it
 * keeps only the progress token. Malformed fields stay, so that the SDK refuses them.
 */
function withoutTask(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { task: _, _meta: meta, ...others } = params;
  if (!isRecord(meta)) return '_meta' in params ? { ...others, _meta: meta } : others;
  const { progressToken } = meta;
  return progressToken === undefined ? others : { ...others, _meta: { progressToken } };
}

function wrong(
  pointer: string,
  code: FieldErrorCode,
  message: string,
): { readonly problems: readonly FieldError[] } {
  return { problems: [{ pointer, code, message }] };
}

function isId(id: unknown): id is RpcId {
  return typeof id === 'string' ? id.length <= MAX_ID_CHARACTERS : Number.isSafeInteger(id);
}

/** Walks a value until a bound is exceeded. */
function isTooMuch(params: unknown): boolean {
  let [values, characters] = [0, 0];
  const open: unknown[] = [params];
  while (open.length > 0) {
    const value = open.pop();
    values += 1;
    if (typeof value === 'string') characters += value.length;
    else if (Array.isArray(value)) for (const item of value) open.push(item);
    else if (isRecord(value))
      for (const [key, item] of Object.entries(value)) {
        characters += key.length;
        open.push(item);
      }
    if (values + open.length > MAX_PARAMS_VALUES || characters > MAX_PARAMS_CHARACTERS) return true;
  }
  return false;
}
