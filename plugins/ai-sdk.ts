import type { ErrorReply, ImportPackage, Provider, WireFault, WirePlugin } from '../core/contract.ts';
import { createBridge } from './shared/ai-sdk-bridge.ts';
import { findFactory } from './shared/ai-sdk-factory.ts';
import { aiSdkOptions } from './shared/ai-sdk-options.ts';
import { readChatFault } from './shared/chat-errors.ts';
import { member, textOf } from './shared/read-reply.ts';

/**
 * Any provider package of the Vercel AI SDK, the operator's own install, as the manifest's `bridge` names it. The package
 * writes the request and reads the reply; it never reaches a socket, a key or a clock of the gateway's.
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
    throw new Error(`provider ${id}: ${cause instanceof Error ? cause.message : 'it cannot be loaded'}`, {
      cause,
    });
  });
  const bridge = createBridge(findFactory(module, options), options);
  bridge.probe();
  return { contractVersion: 2, readFault, ...bridge };
}

/** How providers outside OpenAI's family, which have no code for it, say that a prompt is too long. */
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
