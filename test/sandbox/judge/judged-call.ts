import { describeTask, judgeMessage } from '../../../core/pipeline/judge/judge-prompt.ts';
import { partsOf, wholeText } from '../../../core/text/shared-text.ts';
import type { SandboxCall } from '../../../core/sandbox/contract.ts';

/** A call with one message and no settings. */
export function sandboxCall(
  model: string,
  user: string,
  provider: SandboxCall['provider'] = 'xai',
): SandboxCall {
  return {
    provider,
    model,
    system: '',
    user,
    turns: [{ role: 'user', text: user }],
    files: 0,
    maxTokens: undefined,
    schema: undefined,
    functions: [],
    hasForcedTool: false,
    isStream: false,
    attempt: 1,
    body: {},
  };
}

/** The very call that the gateway makes to a judge of two answers. */
export function judgedCall(
  model: string,
  asked: { readonly prompt: string; readonly criteria: string },
  [first, second]: readonly [string, string],
): SandboxCall {
  const task = {
    task: describeTask([], [{ role: 'user', text: asked.prompt, cacheBreakpoint: false }]),
    functions: undefined,
    criteria: asked.criteria,
    asksSchema: false,
  };
  const answers = {
    first: { text: first, hasCalls: false, schemaValid: undefined },
    second: { text: second, hasCalls: false, schemaValid: undefined },
  };
  const user = judgeMessage(task, answers, '0123456789abcdef0123456789abcdef');
  return sandboxCall(model, wholeText(partsOf(user)));
}
