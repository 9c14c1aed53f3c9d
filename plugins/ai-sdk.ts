import type { ErrorReply, ImportPackage, Provider, WireFault, WirePlugin } from '../core/contract.ts';
import { createBridge } from './shared/ai-sdk-bridge.ts';
import { findFactory } from './shared/ai-sdk-factory.ts';
import { aiSdkOptions } from './shared/ai-sdk-options.ts';
import { readChatFault } from './shared/chat-errors.ts';
import { member, textOf } from './shared/read-reply.ts';

/**
 * Bridges to a provider package of the Vercel AI SDK, which the manifest's `bridge` names and the operator installs. The
 * package writes the request and reads the reply. It gets no socket, key or clock of the gateway.
 */
const plugin = {
  contractVersion: 2,
  buildRequest: unset,
  readReply: unset,
  readFault,
  forProvider,
} satisfies WirePlugin;

export default plugin;

async function forProvider(provider: Provider, importPackage: ImportPackage): Promise<WirePlugin> {
  const { id } = provider;
  const options = aiSdkOptions(provider);
  const module = await importPackage(options.package).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : 'it cannot be loaded';
    throw Object.assign(new Error(`provider ${id}: ${message}`, { cause }), { path: ['bridge', 'package'] });
  });
  return { contractVersion: 2, readFault, ...createBridge(findFactory(module, options), options) };
}

/** Messages for a prompt that is too long, from providers that have no error code for it. */
const TOO_LONG = /too many tokens|context (?:length|window)|prompt is too long/i;
const MAX_MESSAGE_LENGTH = 2_000;

function readFault(reply: ErrorReply): WireFault | undefined {
  const message = textOf(member(reply.body, 'message')) || textOf(member(reply.body, 'error', 'message'));
  const isTooLong =
    (reply.status === 400 || reply.status === 413) && TOO_LONG.test(message.slice(0, MAX_MESSAGE_LENGTH));
  return readChatFault(reply) ?? (isTooLong ? { code: 'context_too_long' } : undefined);
}

function unset(): never {
  throw new Error('the plugin ai-sdk is made for each provider by forProvider');
}
