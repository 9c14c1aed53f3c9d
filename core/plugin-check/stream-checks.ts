import { isDeepStrictEqual } from 'node:util';
import type { ModelCall, StreamEvent, StreamReader, StreamStep } from '../contract.ts';
import { planModel } from '../pipeline/plan/model-plan.ts';
import type { RegistryEntry } from '../registry/registry.ts';
import { sampleWireCall } from './plugin-cases.ts';
import { isReply, ODD_REPLIES } from './reply-checks.ts';

/** Events that no format has, with names that some formats have. */
const ODD_EVENTS: readonly StreamEvent[] = ['', 'error', 'message', '__proto__'].flatMap((name) =>
  [undefined, ...ODD_REPLIES].map((data) => ({ name, data })),
);

/** @returns what is wrong with the request for a stream and what to do; undefined if nothing is wrong. */
export async function checkStreamRequest(entry: RegistryEntry): Promise<string | undefined> {
  const { stream } = entry.plugin;
  if (stream === undefined) return undefined;
  const call = sampleWireCall(planModel(entry));
  const whole = await entry.plugin.buildRequest(call);
  const streamed = await stream.request(whole, call);
  if (!/^\/[\x21-\x7e]+$/.test(streamed.path))
    return `stream.request gives the path ${JSON.stringify(streamed.path)}; begin it with a slash and percent-encode it`;
  const lost = Object.keys(whole.body).filter(
    (name) => !isDeepStrictEqual(streamed.body[name], whole.body[name]),
  );
  return lost.length === 0
    ? undefined
    : `stream.request drops or changes ${lost.join(', ')}; give the request it gets, with what asks for a stream`;
}

/** @returns what is wrong and what to do; undefined if nothing is wrong. */
export async function checkOddEvents(entry: RegistryEntry): Promise<string | undefined> {
  const { plugin } = entry;
  const { stream } = plugin;
  if (stream === undefined) return undefined;
  const call = sampleWireCall(planModel(entry));
  let reply: unknown;
  for (const event of ODD_EVENTS) {
    const json = JSON.stringify(event);
    try {
      const step = stream.fold(reply, structuredClone(event), call);
      if (!isStep(step))
        return `stream.fold gives ${JSON.stringify(step)} for ${json}; give { reply, text?, reasoning?, restarts?, mayEnd?, isLast? }`;
      if (!isReply(await plugin.readReply(step.reply, call)))
        return `readReply cannot read what stream.fold made of ${json}; give { fault: { code: "malformed_reply" } }`;
      reply = step.isLast === true ? undefined : step.reply;
    } catch (error) {
      return `stream.fold, or readReply after it, throws ${String(error)} for ${json}; give { reply } unchanged for what it does not know`;
    }
  }
  return undefined;
}

function isStep(step: StreamStep): boolean {
  if (typeof step !== 'object' || step === null || !('reply' in step)) return false;
  const { text = '', reasoning = '', restarts = false, mayEnd = false, isLast = false } = step;
  const areTexts = [text, reasoning].every((value) => typeof value === 'string');
  return areTexts && [restarts, mayEnd, isLast].every((value) => typeof value === 'boolean');
}

/** Checks that the plugin folds a stream of the real provider. @returns what is wrong and what to do. */
export async function checkRealStream(
  entry: RegistryEntry,
  events: readonly StreamEvent[],
): Promise<string | undefined> {
  const { plugin } = entry;
  if (plugin.stream === undefined) return 'the plugin has no stream; write it, or leave --stream out';
  const plan = planModel(entry);
  const call = sampleWireCall(plan);
  const { reply, text, isWhole } = foldAll(plugin.stream, events, call);
  if (!isWhole)
    return 'no event ends the reply, so every stream would be taken for cut; set isLast or mayEnd for the one that does';
  const read = await plugin.readReply(reply, call);
  if ('fault' in read) return `it is read as the fault ${read.fault.code}; correct stream.fold`;
  if (read.text === '') return 'no text is found in it; correct stream.fold';
  if (text !== read.text)
    return `the texts of its steps add up to ${text.length} characters and readReply finds ${read.text.length}; give as text what an event adds`;
  const usage = plan.readUsage(reply, read.thought);
  return usage === undefined || usage.tokensIn + usage.tokensOut === 0
    ? 'no tokens are found in it, so nothing would be charged; have stream.fold keep them where provider.usage looks'
    : undefined;
}

/** @returns also all texts since the last restart, joined. */
function foldAll(stream: StreamReader, events: readonly StreamEvent[], call: ModelCall) {
  let reply: unknown;
  let text = '';
  let isWhole = false;
  for (const event of events) {
    const step = stream.fold(reply, structuredClone(event), call);
    reply = step.reply;
    text = (step.restarts === true ? '' : text) + (step.text ?? '');
    isWhole ||= step.mayEnd === true || step.isLast === true;
    if (step.isLast === true) break;
  }
  return { reply, text, isWhole };
}
