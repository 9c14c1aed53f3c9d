import { defaultAnswer } from '../answer.ts';
import type { SandboxCall, SandboxReply } from '../contract.ts';
import { judgeReply } from '../judge/judge-reply.ts';
import { isJudgeMessage, messageBlock } from '../judge/message-block.ts';

const MAX_DELAY_MS = 600_000;
const SLOW = /\[slow: (\d{1,6})\]/;
const DOWN = /\[down: ([a-z0-9-]+)\]/;
const STATUS = /\[status: ([45]\d\d)\]/;

/**
 * What the prompt asks for in brackets, or of judges their criteria; otherwise a verdict of a judge, and undefined for
 * the usual answer of a model.
 */
export function scriptedReply(call: SandboxCall): SandboxReply | undefined {
  if (isProviderDown(call)) return { connection: 'reset' };
  const commands = isJudgeMessage(call) ? (messageBlock(call, 'CRITERIA') ?? '') : call.user;
  if (commands.includes('[hang]')) return { connection: 'hang' };
  const status = STATUS.exec(commands)?.[1];
  if (status !== undefined) return { status: Number(status) };
  const verdict = judgeReply(call, { hasWhims: true });
  const delay = SLOW.exec(commands)?.[1];
  if (delay === undefined) return verdict;
  return { ...(verdict ?? defaultAnswer(call)), delayMs: Math.min(Number(delay), MAX_DELAY_MS) };
}

/** Whether `[down: PROVIDER]` in a prompt names the provider of this call, so that its connections are reset. */
export function isProviderDown({ user, provider }: SandboxCall): boolean {
  return DOWN.exec(user)?.[1] === provider;
}
