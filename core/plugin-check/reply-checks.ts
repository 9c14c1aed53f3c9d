import type { Json, ModelReply, WireFault, WirePlugin } from '../contract.ts';
import { FAULTS } from '../faults.ts';
import { planModel } from '../pipeline/plan/model-plan.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import { sampleWireCall } from './plugin-cases.ts';

/** Replies that a plugin must read without throwing, because a provider may send anything. */
export const ODD_REPLIES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  '',
  'text',
  '__proto__',
  [],
  [null],
  {},
  { toString: 1 },
  { error: null },
  { error: 'text' },
  { error: { code: 7, message: [] } },
  ...[null, 1, '', [], {}, [null], [{}], [1, 'a']].flatMap((value) =>
    ['choices', 'message', 'content', 'output', 'candidates', 'text', 'usage', 'data', 'model'].map(
      (name) => ({
        [name]: value,
      }),
    ),
  ),
  { choices: [{ message: { content: 5 }, finish_reason: [] }] },
  { message: { content: [null, { type: 'text' }, { type: 'text', text: 3 }] } },
];
const STATUSES = [302, 400, 401, 403, 404, 413, 422, 429, 500, 503];

/** @returns what is wrong and what to do; undefined if nothing is wrong. */
export async function checkOddReplies(entry: RegistryEntry): Promise<string | undefined> {
  const { plugin } = entry;
  const call = sampleWireCall(planModel(entry));
  for (const body of ODD_REPLIES) {
    const json = JSON.stringify(body);
    try {
      const reply = await plugin.readReply(body, call);
      if (!isReply(reply))
        return `readReply(${json}) gives ${JSON.stringify(reply)}; give { text, finishReason, thought } or { fault: { code } }`;
      if (body === null && !('fault' in reply))
        return 'readReply(null) gives an answer; give { fault: { code: "malformed_reply" } } for anything that is no reply';
      const problem = checkModelName(plugin, body, json);
      if (problem !== undefined) return problem;
    } catch (error) {
      return `readReply(${json}) throws ${String(error)}; give { fault: { code: "malformed_reply" } } instead`;
    }
  }
  return undefined;
}

function checkModelName(plugin: WirePlugin, body: unknown, json: string): string | undefined {
  try {
    const name: unknown = plugin.readModel?.(body);
    if (name === undefined || typeof name === 'string') return undefined;
    return `readModel(${json}) gives ${JSON.stringify(name)}; give a string, or undefined where the reply names no model`;
  } catch (error) {
    return `readModel(${json}) throws ${String(error)}; give undefined where the reply names no model`;
  }
}

/** @returns what is wrong and what to do; undefined if nothing is wrong. */
export function checkErrorReplies({ plugin }: RegistryEntry): string | undefined {
  if (plugin.readFault === undefined) return undefined;
  for (const body of [undefined, ...ODD_REPLIES])
    for (const status of STATUSES) {
      const faultCall = `readFault({ status: ${status}, body: ${JSON.stringify(body) ?? 'undefined'} })`;
      try {
        const fault = plugin.readFault({ status, headers: {}, body });
        if (fault !== undefined && !isFault(fault))
          return `${faultCall} gives ${JSON.stringify(fault)}; give undefined, or { code } with a code of core/contract.ts, FaultCode`;
      } catch (error) {
        return `${faultCall} throws ${String(error)}; give undefined where the body says nothing`;
      }
    }
  return undefined;
}

/** @returns what is wrong and what to do; undefined if nothing is wrong. */
export function checkSigning({ plugin, provider }: RegistryEntry): string | undefined {
  const mustSign = provider.auth.scheme === 'sigv4';
  if ((plugin.sign !== undefined) === mustSign) return undefined;
  return mustSign
    ? 'auth.scheme is sigv4 and the plugin has no sign; write it, or name another scheme'
    : `auth.scheme is ${provider.auth.scheme} and the plugin has sign, which is never called; remove it`;
}

/** Checks that the plugin reads a reply of the real provider. @returns what is wrong and what to do. */
export async function checkRealReply(entry: RegistryEntry, body: Json): Promise<string | undefined> {
  const plan = planModel(entry);
  const reply = await entry.plugin.readReply(body, sampleWireCall(plan));
  if ('fault' in reply) return `it is read as the fault ${reply.fault.code}; correct readReply`;
  if (reply.text === '') return 'no text is found in it; correct readReply';
  const usage = plan.readUsage(body, reply.thought);
  return usage === undefined || usage.tokensIn + usage.tokensOut === 0
    ? 'no tokens are found in it, so nothing would be charged; correct provider.usage in the manifest'
    : undefined;
}

export function isFault(fault: WireFault): boolean {
  return (
    typeof fault === 'object' &&
    Object.hasOwn(FAULTS, fault.code) &&
    (fault.retryAfterMs === undefined || fault.retryAfterMs >= 0)
  );
}

export function isReply(reply: ModelReply): boolean {
  if (typeof reply !== 'object' || reply === null) return false;
  if ('fault' in reply) return isFault(reply.fault);
  if (reply.finishReason === 'refused' && reply.text === '') return false;
  return (
    typeof reply.text === 'string' &&
    typeof reply.thought === 'boolean' &&
    ['stop', 'length', 'refused'].includes(reply.finishReason)
  );
}
