import { balancedSpans, fencedBlocks, MAX_TEXT_LENGTH } from '../schema/extract-json.ts';

export interface PositionalVerdict {
  readonly verdict: 'first' | 'second' | 'tie';
  /** 0 to 1; null where the judge gave none that fits. */
  readonly confidence: number | null;
  readonly reasoning: string;
}

/**
 * Reads a verdict: the reply is the object, or holds one fenced object, or exactly one balanced object with a
 * `verdict` amid prose. Never the first number, never a default, never "tie" for what cannot be read.
 * @returns undefined where there is no verdict, or more than one.
 */
export function parseVerdict(reply: string): PositionalVerdict | undefined {
  const text = reply.trim();
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const whole = asVerdict(text);
  if (whole !== undefined) return whole;
  const fenced = fencedBlocks(text);
  const verdicts = (fenced.length > 0 ? fenced : balancedSpans(text))
    .map(asVerdict)
    .filter((found) => found !== undefined);
  return verdicts.length === 1 ? verdicts[0] : undefined;
}

function asVerdict(text: string): PositionalVerdict | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { verdict, confidence, reasoning }: { verdict?: unknown; confidence?: unknown; reasoning?: unknown } =
    value;
  if (verdict !== 'first' && verdict !== 'second' && verdict !== 'tie') return undefined;
  const fits = typeof confidence === 'number' && confidence >= 0 && confidence <= 1;
  return {
    verdict,
    confidence: fits ? confidence : null,
    reasoning: typeof reasoning === 'string' ? reasoning : '',
  };
}
