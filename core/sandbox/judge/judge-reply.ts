import { isJudgeMessage, messageBlock } from './message-block.ts';
import type { SandboxAnswer, SandboxCall } from '../contract.ts';
import { whimOf, type Whim } from './whims.ts';

/** What a judge thinks of an answer that a script knows beforehand. */
export interface Opinion {
  /** Only the answer it is about holds this. */
  readonly about: string;
  readonly note: string;
  /** 1 or more; whoever has more is better. */
  readonly merit: number;
}

/** What a judge knows beforehand; without it, it only counts. */
export interface JudgeScript {
  readonly opinions?: readonly Opinion[];
  /** A judge that cannot choose between two answers of at least this merit, and takes the one it reads first. */
  readonly biased?: { readonly model: string; readonly fromMerit: number };
  /** Whether judges err and follow places, each in its own measure; otherwise all of them judge alike. */
  readonly hasWhims?: boolean;
}

type WeighedAnswer = Pick<Opinion, 'note' | 'merit'>;

const JUDGE_DELAY_MS = 350;
const MS_PER_ANSWER_CHARACTER = 0.4;
const MAX_READING_MS = 2_000;
/** Words or characters: whoever only counts never prefers an answer to one a script speaks for. */
const MAX_COUNTED = 99_999;

/**
 * A judge's verdict on the two answers of its message, in the JSON form the message's rules ask for: the same for the
 * same two answers, and the opposite where they change places, unless a script gives the judge a bias or whims.
 * @returns undefined for a message to a contestant.
 */
export function judgeReply(
  call: SandboxCall,
  { opinions = [], biased, hasWhims = false }: JudgeScript = {},
): (SandboxAnswer & { readonly delayMs: number }) | undefined {
  if (!isJudgeMessage(call)) return undefined;
  const first = messageBlock(call, 'FIRST') ?? '';
  const second = messageBlock(call, 'SECOND') ?? '';
  const biasFrom = call.model === biased?.model ? biased.fromMerit : Infinity;
  const whim = hasWhims ? whimOf(call.model, [first, second]) : undefined;
  const readingMs = Math.round((first.length + second.length) * MS_PER_ANSWER_CHARACTER);
  return {
    content: JSON.stringify(
      compare(weighAnswer(first, opinions), weighAnswer(second, opinions), { biasFrom, whim }),
    ),
    delayMs: JUDGE_DELAY_MS + Math.min(readingMs, MAX_READING_MS),
  };
}

/** What a judge without a script says, without the time it takes to read. @returns undefined for a message to a contestant. */
export function judgeAtOnce(call: SandboxCall): SandboxAnswer | undefined {
  const reply = judgeReply(call);
  return reply && { content: reply.content };
}

/** An answer no script knows is weighed by the one thing this judge can do: count. */
function weighAnswer(answer: string, opinions: readonly Opinion[]): WeighedAnswer {
  const opinion = opinions.find(({ about }) => answer.includes(about));
  if (opinion !== undefined) return opinion;
  const words = Math.min(new Set(answer.toLowerCase().match(/[\p{L}\p{N}]+/gu)).size, MAX_COUNTED);
  const characters = Math.min(answer.length, MAX_COUNTED);
  return {
    note: `${words} different words in ${characters} characters.`,
    merit: (words + characters / (MAX_COUNTED + 1)) / (MAX_COUNTED + 1),
  };
}

interface JudgeBias {
  readonly biasFrom: number;
  readonly whim: Whim | undefined;
}

function compare(first: WeighedAnswer, second: WeighedAnswer, { biasFrom, whim }: JudgeBias) {
  const isUndecided = Math.min(first.merit, second.merit) >= biasFrom;
  const onlyCounts = Math.max(first.merit, second.merit) < 1;
  const difference = first.merit - second.merit;
  const verdictByCount = isUndecided || difference > 0 ? 'first' : difference < 0 ? 'second' : 'tie';
  const verdict = applyWhim(verdictByCount, whim);
  const [better, worse] = verdict === 'second' ? [second, first] : [first, second];
  return {
    first_notes: first.note,
    second_notes: second.note,
    reasoning: isUndecided
      ? 'Both are right; the one I read first had already made the point.'
      : verdict === 'tie'
        ? 'Nothing tells them apart.'
        : `${whim === undefined ? '' : WHIMS[whim]}${onlyCounts ? COUNTS : ''}Better: ${better.note} Worse: ${worse.note}`,
    verdict,
    confidence: isUndecided || verdict === 'tie' ? 0.5 : Math.min(0.95, 0.65 + Math.abs(difference) / 10),
  };
}

/** Of two answers that no script knows. */
const COUNTS = 'This judge is simulated: it only counts, and prefers more different words. ';

/** Said with the verdict: whoever reads it shall not look for a reason. */
const WHIMS: Readonly<Record<Whim, string>> = {
  errs: 'The sandbox has this judge err here, so that judges differ. ',
  first: 'The sandbox has this judge take the first answer here, so that judges differ. ',
  second: 'The sandbox has this judge take the second answer here, so that judges differ. ',
};

function applyWhim(
  verdictByCount: 'first' | 'second' | 'tie',
  whim: Whim | undefined,
): 'first' | 'second' | 'tie' {
  if (whim === undefined || verdictByCount === 'tie') return verdictByCount;
  if (whim === 'errs') return verdictByCount === 'first' ? 'second' : 'first';
  return whim;
}
