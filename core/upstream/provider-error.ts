import type { ErrorReply, WireError, WirePlugin } from '../contract.ts';
import { isRecord } from '../text/plain-json.ts';
import { maskSecrets } from '../text/mask-secrets.ts';
import { isErrorStatus } from './receive/receive-reply.ts';

/** A provider's own explanation of its failure, safe to log. */
export interface ProviderError {
  /** Limited to the closed alphabet, so that callers may see it too. */
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** With keys masked; at most 300 characters and not empty. */
  readonly message: string | undefined;
}

/** Words of letters and perhaps a short number, or a number alone. No key has this form. */
const NAME = /^(?:[a-z]{1,40}(?:[_.-][a-z]{1,40}){0,7}(?:[_.-]?\d{1,4})?|\d{1,6})$/i;
const MAX_NAME_CHARACTERS = 64;

/**
 * Reads a reply's explanation of its fault: by its plugin or, as most providers write it, in an `error` object or the body
 * itself.
 * @param secrets the provider's keys.
 */
export function readProviderError(
  reply: ErrorReply,
  plugin: Pick<WirePlugin, 'describeError'>,
  secrets: readonly string[],
): ProviderError {
  const { code, type, message } = readPluginError(reply, plugin) ?? readWireError(reply);
  const name = (text: string | undefined): string | undefined =>
    text !== undefined &&
    text.length <= MAX_NAME_CHARACTERS &&
    NAME.test(text) &&
    maskSecrets(text, secrets) === text
      ? text
      : undefined;
  const hasMessage = message !== undefined && message !== '';
  return {
    code: name(code),
    type: name(type),
    message: hasMessage ? maskSecrets(message, secrets) : undefined,
  };
}

/** @returns undefined if the plugin describes no errors, or throws: an explanation must not change the fault. */
function readPluginError(
  reply: ErrorReply,
  plugin: Pick<WirePlugin, 'describeError'>,
): WireError | undefined {
  try {
    const described: unknown = plugin.describeError?.(reply);
    if (!isRecord(described)) return undefined;
    const { code, type, message } = described;
    return { code: textOf(code), type: textOf(type), message: textOf(message) };
  } catch {
    return undefined;
  }
}

function readWireError({ status, body }: ErrorReply): WireError {
  const wrapped = memberOf(body, 'error');
  // In a reply that succeeded, other members of these names mean other things.
  const error = isRecord(wrapped) || !isErrorStatus(status) ? wrapped : body;
  const code = [memberOf(error, 'code'), memberOf(error, 'status')]
    .map(nameOf)
    .find((name) => name !== undefined && name !== String(status));
  const message = typeof wrapped === 'string' ? wrapped : memberOf(error, 'message');
  return { code, type: nameOf(memberOf(error, 'type')), message: textOf(message) };
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : textOf(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
