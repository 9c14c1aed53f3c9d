import type { Model } from '../contract.ts';
import { RETIREMENT_NOTICE_DAYS } from '../model-facts.ts';

const DAY_MS = 86_400_000;

export type RetirementState = 'active' | 'retiring' | 'retired';

type Dated = Pick<Model, 'shutdown'>;

/** 00:00 UTC of the day of the shutdown, in Unix milliseconds; Infinity if none is announced. */
export function shutdownMs({ shutdown }: Dated): number {
  return shutdown === null ? Infinity : Date.parse(shutdown);
}

/** When answers begin to announce the shutdown, in Unix milliseconds; Infinity if none is announced. */
export function noticeFromMs(model: Dated): number {
  return shutdownMs(model) - RETIREMENT_NOTICE_DAYS * DAY_MS;
}

/** @param nowMs Unix milliseconds. */
export function retirementState(model: Dated, nowMs: number): RetirementState {
  if (shutdownMs(model) <= nowMs) return 'retired';
  return noticeFromMs(model) <= nowMs ? 'retiring' : 'active';
}

/** A sentence that advises what to use instead of a model that is shut down. */
export function successorAdvice({ successor }: Pick<Model, 'successor'>): string {
  return successor === null ? 'Use another model.' : `Use ${successor} instead.`;
}

/**
 * The headers about the model of a request that is shut down first, if any is retiring or retired: `Sunset` (RFC 8594)
 * and, if its day is known, `Deprecation` (RFC 9745).
 */
export function retirementHeaders(
  models: readonly Pick<Model, 'shutdown' | 'deprecated'>[],
  nowMs: number,
): Readonly<Record<string, string>> {
  const [first] = models
    .filter((model) => retirementState(model, nowMs) !== 'active')
    .toSorted((one, other) => shutdownMs(one) - shutdownMs(other));
  if (first === undefined) return {};
  return {
    ...(first.deprecated !== null && { Deprecation: `@${Date.parse(first.deprecated) / 1_000}` }),
    Sunset: new Date(shutdownMs(first)).toUTCString(),
  };
}
