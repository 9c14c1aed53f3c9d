/** Longer than any token, written with combining characters too. */
const MAX_INNER_CHARACTERS = 192;
/** With the brackets that compatibility normalization (NFKC) makes the same: a tokenizer may normalize first. */
const CANDIDATES = [between('<\uFE64\uFF1C', '>\uFE65\uFF1E'), between('\\[\uFE47\uFF3B', '\\]\uFE48\uFF3D')];

function between(open: string, close: string): RegExp {
  return new RegExp(`[${open}][^${open}${close}\\s]{1,${MAX_INNER_CHARACTERS}}[${close}]`, 'gu');
}

/** By which chat templates tell turns, roles, tools and reasoning apart, once normalized. */
const TOKENS: readonly RegExp[] = [
  /^<\/?[|\u01C0\u2223\u2502\u2758][^\s<>]{1,64}[|\u01C0\u2223\u2502\u2758]>$/u,
  /^<\/?(?:start|begin|end)_of_[a-z_]{1,40}>$/iu,
  /^<\/?(?:s|bos|eos|eod|eot|pad|unk|sep|cls|mask|sop|eop|sys|think|im_start|im_end|tool_calls?|tool_response|tool_result|function_calls?|extra_id_\d{1,4}|unused_?\d{1,4})>$/iu,
  /^\[\/?(?:INST|SYS|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS?|TOOL_RESULTS?|TOOL_CONTENT|MODEL_SETTINGS|CALL_ID|ARGS|THINK|IMG|IMG_BREAK|IMG_END|AUDIO|BEGIN_AUDIO|PREFIX|MIDDLE|SUFFIX|CLS|SEP|PAD|UNK|MASK|[gs]MASK|BOS|EOS|EOT)\]$/u,
];

/** The text with round brackets around control tokens, which no tokenizer reads as one. Never longer. */
export function breakTemplateTokens(text: string): string {
  return CANDIDATES.reduce((broken, candidates) => broken.replace(candidates, breakIfToken), text);
}

function breakIfToken(candidate: string): string {
  const folded = candidate.normalize('NFKC');
  return TOKENS.some((token) => token.test(folded)) ? `(${candidate.slice(1, -1)})` : candidate;
}
