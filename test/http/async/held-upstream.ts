import type { SandboxCall, SandboxOptions, SandboxReply } from '../../../core/sandbox/upstream.ts';

/** An upstream whose models answer when the test lets them. */
export interface HeldUpstream {
  readonly sandbox: SandboxOptions;
  /** Calls that wait, by model, in the order they came. */
  waiting(model: string): number;
  /** Answers those that wait, and from now on at once. */
  let(model: string, reply?: SandboxReply): void;
  /** Answers all, also those that come. */
  letAll(): void;
  /** Answers all, and holds those that come from now on. */
  reset(): void;
}

export const USAGE = { inputTokens: 1_000, outputTokens: 100 };
export const FINE: SandboxReply = { content: 'fine', usage: USAGE };

export function holdUpstream(): HeldUpstream {
  const heldReplies = new Map<string, ((reply: SandboxReply) => void)[]>();
  const open = new Map<string, SandboxReply>();
  let isOpen = false;
  return {
    sandbox: {
      reply({ model }: SandboxCall) {
        const reply = open.get(model);
        if (reply !== undefined || isOpen) return reply ?? FINE;
        const { promise, resolve } = Promise.withResolvers<SandboxReply>();
        heldReplies.set(model, [...(heldReplies.get(model) ?? []), resolve]);
        return promise;
      },
    },
    waiting: (model) => heldReplies.get(model)?.length ?? 0,
    let(model, reply = FINE) {
      open.set(model, reply);
      for (const resolve of heldReplies.get(model) ?? []) resolve(reply);
      heldReplies.delete(model);
    },
    letAll() {
      isOpen = true;
      for (const model of heldReplies.keys()) this.let(model);
    },
    reset() {
      this.letAll();
      open.clear();
      isOpen = false;
    },
  };
}
