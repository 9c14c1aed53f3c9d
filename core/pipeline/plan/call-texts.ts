import type { TextBlock, Turn } from '../../contract.ts';
import { bytesOf, NO_TEXTS, type LongTexts } from '../../text/long-text.ts';

/** A question's texts in the two forms they are sent in, and how long they are. */
export interface CallTexts {
  /** For models whose provider caches what ends at a breakpoint. */
  readonly withBreakpoints: Pick<AskedTexts, 'system' | 'turns'>;
  readonly plain: Pick<AskedTexts, 'system' | 'turns'>;
  /** UTF-8 bytes of all of them. */
  readonly bytes: number;
  /** The prefix that ends at the last breakpoint; undefined where there is none. */
  readonly prefix: { readonly bytes: number; readonly pointer: '/system_prompt' | '/history' } | undefined;
}

interface AskedTexts {
  readonly system: readonly TextBlock[];
  readonly turns: readonly Turn[];
  readonly texts?: LongTexts;
}

const known = new WeakMap<readonly Turn[], CallTexts>();

/** Worked out once for all models that are asked the same; a request may have 264 texts and 64 models. */
export function callTexts(asked: AskedTexts): CallTexts {
  const found = known.get(asked.turns);
  if (found?.withBreakpoints.system === asked.system) return found;
  const measured = measure(asked);
  known.set(asked.turns, measured);
  return measured;
}

function measure({ system, turns, texts = NO_TEXTS }: AskedTexts): CallTexts {
  const all = [...system, ...turns];
  const sizes = all.map(({ text }) => bytesOf(text, texts));
  const sum = (some: readonly number[]): number => some.reduce((total, size) => total + size, 0);
  const last = all.findLastIndex(({ cacheBreakpoint }) => cacheBreakpoint);
  return {
    withBreakpoints: { system, turns },
    plain: last === -1 ? { system, turns } : { system: system.map(plain), turns: turns.map(plain) },
    bytes: sum(sizes),
    prefix:
      last === -1
        ? undefined
        : {
            bytes: sum(sizes.slice(0, last + 1)),
            pointer: last < system.length ? '/system_prompt' : '/history',
          },
  };
}

function plain<Text extends TextBlock>(text: Text): Text {
  return { ...text, cacheBreakpoint: false };
}
