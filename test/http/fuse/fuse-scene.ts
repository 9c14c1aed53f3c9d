import type { SandboxAnswer, SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';

export const USAGE = { inputTokens: 1_000, outputTokens: 100 };
export const MODELS = ['gpt-4o', 'claude-haiku-4-5', 'mistral-large-2512'] as const;
export const WRITER = 'gemini-2.5-flash';
export const JUDGE = 'gpt-5.5';

export const isJudge = ({ turns }: SandboxCall): boolean =>
  turns.some(({ text }) => text.includes('<<<FIRST'));
export const isWriter = ({ turns }: SandboxCall): boolean =>
  turns.some(({ text }) => text.includes('<<<ANSWER'));

/** The texts of all blocks of a label, in their order. */
export function blocks({ user }: Pick<SandboxCall, 'user'>, label: string): readonly string[] {
  return [
    ...user.matchAll(new RegExp(`^<<<${label} (\\w+)>>>\\n([\\s\\S]*?)\\n<<<END ${label} \\1>>>$`, 'gm')),
  ].map(([, , text = '']) => text);
}

/** What an answer is worth: the number after "worth". */
const worthOf = (text = ''): number => Number(/worth (\d+)/.exec(text)?.[1] ?? 0);

/** Prefers the answer with the higher value, in either position. */
export function verdictOf(call: SandboxCall): SandboxReply {
  const [first, second] = [worthOf(blocks(call, 'FIRST')[0]), worthOf(blocks(call, 'SECOND')[0])];
  const verdict = first > second ? 'first' : first < second ? 'second' : 'tie';
  const words = { first_notes: '', second_notes: '', reasoning: 'worth', verdict, confidence: 1 };
  return { content: JSON.stringify(words), usage: USAGE };
}

/** What models and the writer answer. */
export interface FuseScript {
  answer: (call: SandboxCall) => SandboxReply;
  write: (call: SandboxCall) => SandboxReply | Promise<SandboxReply>;
  /** Messages that reached the writer. */
  written: SandboxCall[];
}

/** By parts of the names that providers give their models. */
const WORTH = [
  ['gpt-4o', 5],
  ['claude', 7],
  ['mistral', 3],
] as const;
export const answerOf = ({ model }: Pick<SandboxCall, 'model'>): SandboxAnswer => ({
  content: `an answer worth ${WORTH.find(([name]) => model.includes(name))?.[1] ?? 1}`,
  usage: USAGE,
});
export const writes = (content: string) => (): SandboxReply => ({ content, usage: USAGE });
export const FAILS = (): SandboxReply => ({ status: 400 });

export function fuseScript(): FuseScript & {
  readonly reply: (call: SandboxCall) => SandboxReply | Promise<SandboxReply>;
} {
  const script = {
    answer: answerOf as FuseScript['answer'],
    write: writes('fused, worth 9') as FuseScript['write'],
    written: [] as SandboxCall[],
    reply(call: SandboxCall): SandboxReply | Promise<SandboxReply> {
      if (isJudge(call)) return verdictOf(call);
      if (!isWriter(call)) return script.answer(call);
      script.written.push(call);
      return script.write(call);
    },
  };
  return script;
}
