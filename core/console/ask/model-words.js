/** @import { ModelDescription } from '../../generated/models-response.ts' */

/** @type {readonly { readonly id: ModelDescription['group'], readonly name: string }[]} */
export const GROUPS = [
  { id: 'reasoning', name: 'Reasoning and flagship' },
  { id: 'fast', name: 'Fast and efficient' },
  { id: 'legacy', name: 'Legacy' },
];

/**
 * Tokens as people say them, such as 400K or 1M.
 * @param {number} tokens
 * @returns {string}
 */
export function shortTokens(tokens) {
  if (tokens >= 950_000) return `${Number((tokens / 1_000_000).toFixed(1))}M`;
  return tokens >= 1_000 ? `${Math.round(tokens / 1_000)}K` : String(tokens);
}

/**
 * US dollars per million tokens.
 * @param {number} usd
 * @returns {string}
 */
export function shortPrice(usd) {
  if (usd === 0) return '$0';
  return usd < 0.1 ? `$${Number(usd.toFixed(4))}` : `$${usd.toFixed(2)}`;
}

/**
 * What a model reads beside text.
 * @param {ModelDescription} model
 * @returns {readonly string[]}
 */
export function inputsOf({ accepts }) {
  return [
    ...(accepts.some((type) => type.startsWith('image/')) ? ['image'] : []),
    ...(accepts.includes('application/pdf') ? ['PDF'] : []),
  ];
}

/**
 * When a model is shut down, and what then.
 * @param {ModelDescription} model
 * @param {number} nowMs Unix milliseconds.
 * @returns {string | undefined} Undefined where no end is announced.
 */
export function endOf({ shutdown, successor, onShutdown }, nowMs) {
  if (shutdown === null) return undefined;
  const hasEnded = nowMs >= Date.parse(shutdown);
  const end = `${hasEnded ? 'ended' : 'ends'} ${shutdown}`;
  if (successor === null) return end;
  if (onShutdown === 'successor') return `${end}, ${hasEnded ? 'runs' : 'then'} ${successor}`;
  return `${end}, use ${successor}`;
}

/**
 * All of it in one sentence, for those who hear the row.
 * @param {ModelDescription} model
 * @param {number} nowMs Unix milliseconds.
 * @returns {string}
 */
export function spokenFacts(model, nowMs) {
  const { provider, limits, price, configured } = model;
  const inputs = ['text', ...inputsOf(model)].join(', ');
  const ends = endOf(model, nowMs);
  const end = ends === undefined ? '' : ` It ${ends}.`;
  const key = configured ? '' : ' The gateway has no key for its provider.';
  return `${provider}. Reads ${inputs}. ${shortTokens(limits.contextTokens)} tokens of context. ${shortPrice(price.inputUsdPerMillion)} in and ${shortPrice(price.outputUsdPerMillion)} out per million tokens.${end}${key}`;
}

/**
 * Whether a model answers to every word of a filter: its ID, provider, group, inputs or what it is recommended for.
 * @param {ModelDescription} model
 * @param {string} filter
 * @returns {boolean}
 */
export function matchesFilter(model, filter) {
  const group = GROUPS.find(({ id }) => id === model.group)?.name ?? '';
  const words = [model.id, model.provider, group, model.judge === null ? '' : 'judge', ...inputsOf(model)];
  const text = words.join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
