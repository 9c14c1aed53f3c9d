import type { ModelDescription } from '../../generated/models-response.ts';

export const GROUPS: readonly { readonly id: ModelDescription['group']; readonly name: string }[] = [
  { id: 'reasoning', name: 'Reasoning and flagship' },
  { id: 'fast', name: 'Fast and efficient' },
  { id: 'legacy', name: 'Legacy' },
];

/** A count of tokens in short, such as 400K or 1M. */
export function shortTokens(tokens: number): string {
  if (tokens >= 950_000) return `${Number((tokens / 1_000_000).toFixed(1))}M`;
  return tokens >= 1_000 ? `${Math.round(tokens / 1_000)}K` : String(tokens);
}

/** US dollars per million tokens. */
export function shortPrice(usd: number): string {
  if (usd === 0) return '$0';
  return usd < 0.1 ? `$${Number(usd.toFixed(4))}` : `$${usd.toFixed(2)}`;
}

/** Inputs that a model accepts beside text. */
export function inputsOf({ accepts }: ModelDescription): readonly string[] {
  return [
    ...(accepts.some((type) => type.startsWith('image/')) ? ['image'] : []),
    ...(accepts.includes('application/pdf') ? ['PDF'] : []),
  ];
}

/**
 * The shutdown of a model and its successor in words.
 * @param nowMs Unix milliseconds.
 * @returns undefined if no shutdown is announced.
 */
export function endOf(
  { shutdown, successor, onShutdown }: ModelDescription,
  nowMs: number,
): string | undefined {
  if (shutdown === null) return undefined;
  const hasEnded = nowMs >= Date.parse(shutdown);
  const end = `${hasEnded ? 'ended' : 'ends'} ${shutdown}`;
  if (successor === null) return end;
  if (onShutdown === 'successor') return `${end}, ${hasEnded ? 'runs' : 'then'} ${successor}`;
  return `${end}, use ${successor}`;
}

/** Whether a model's ID, provider, group, inputs or recommendation contain every word of a filter. */
export function matchesFilter(model: ModelDescription, filter: string): boolean {
  const group = GROUPS.find(({ id }) => id === model.group)?.name ?? '';
  const words = [model.id, model.provider, group, model.judge === null ? '' : 'judge', ...inputsOf(model)];
  const text = words.join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
