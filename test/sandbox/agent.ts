import type { SandboxAnswer, SandboxCall, SandboxToolCall } from '../../core/sandbox/contract.ts';

/** What a scripted agent does at one step: it calls functions, or says something and ends. */
export type AgentStep = readonly SandboxToolCall[] | string;

/**
 * A model that works through its script, a step for each request of a loop: which one follows from how many turns of
 * results there are since the user last spoke. After the last step it repeats it.
 */
export function scriptedAgent(
  steps: readonly AgentStep[],
  more: Partial<SandboxAnswer> = {},
): (call: SandboxCall) => SandboxAnswer {
  return ({ turns }) => {
    const asked = turns.findLastIndex(({ role }) => role === 'user');
    const loop = turns.slice(asked + 1);
    const rounds = loop.filter(
      ({ role }, index) => role === 'tool' && loop[index - 1]?.role !== 'tool',
    ).length;
    const step = steps[Math.min(rounds, steps.length - 1)] ?? '';
    return typeof step === 'string' ? { ...more, content: step } : { ...more, content: '', calls: step };
  };
}
