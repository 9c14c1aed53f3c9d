import type { SandboxCall, SandboxReply } from '../sandbox/upstream.ts';

interface Opinion {
  /** Only the answer it is about holds this. */
  readonly about: string;
  readonly note: string;
  readonly merit: number;
}

interface Weighed {
  readonly note: string;
  readonly merit: number;
}

const OPINIONS: readonly Opinion[] = [
  {
    about: 'has a finite binary expansion',
    note: 'Right about the cause, gives the exact sum, says why money is counted in whole units and where to round.',
    merit: 4,
  },
  {
    about: 'at the edge of the program',
    note: 'Right and brief, with two sound remedies, but nothing on where rounding belongs.',
    merit: 3,
  },
  {
    about: 'call toFixed(2) after every addition',
    note: 'Right about the cause; but toFixed returns a string and hides the error instead of avoiding it.',
    merit: 2,
  },
  {
    about: 'a bug in JavaScript',
    note: 'Wrong: every language with binary doubles gives this sum, and parseFloat yields the same doubles.',
    merit: 1,
  },
];

/** Sees nothing to choose between the two best answers, and then takes the one it reads first: order bias. */
const BIASED_JUDGE = 'grok-4.5';
const BIASED_FROM_MERIT = 3;

const JUDGE_DELAY_MS = 350;
const MS_PER_ANSWER_CHARACTER = 0.4;

/** A judge's reply to the two answers in the message, whoever wrote them; undefined for a message to a contestant. */
export function judgeReply(call: SandboxCall): SandboxReply | undefined {
  const first = blockIn(call.user, 'FIRST');
  const second = blockIn(call.user, 'SECOND');
  if (first === undefined || second === undefined) return undefined;
  const verdict = compare(weigh(first), weigh(second), call.model === BIASED_JUDGE);
  return {
    content: JSON.stringify(verdict),
    delayMs: JUDGE_DELAY_MS + Math.round((first.length + second.length) * MS_PER_ANSWER_CHARACTER),
  };
}

/** The text between a block's markers, as the gateway fences it for judges. */
function blockIn(message: string, label: string): string | undefined {
  const block = new RegExp(`^<<<${label} ([0-9a-f]+)>>>\\n([\\s\\S]*?)\\n<<<END ${label} \\1>>>$`, 'm');
  return block.exec(message)?.[2];
}

/** An answer nobody scripted is weighed by the one thing this judge can do: count. It says so. */
function weigh(answer: string): Weighed {
  const known = OPINIONS.find(({ about }) => answer.includes(about));
  if (known !== undefined) return known;
  const words = new Set(answer.toLowerCase().match(/\p{L}+/gu)).size;
  return {
    note: `Unknown to the sandbox, which only counts: ${words} distinct words.`,
    merit: words / 1_000,
  };
}

function compare(first: Weighed, second: Weighed, isBiased: boolean) {
  const blurred = isBiased && Math.min(first.merit, second.merit) >= BIASED_FROM_MERIT;
  const difference = first.merit - second.merit;
  const verdict = blurred || difference > 0 ? 'first' : difference < 0 ? 'second' : 'tie';
  const [better, worse] = verdict === 'second' ? [second, first] : [first, second];
  return {
    first_notes: first.note,
    second_notes: second.note,
    reasoning: blurred
      ? 'Both are right; the one I read first had already made the point.'
      : verdict === 'tie'
        ? 'Nothing tells them apart.'
        : `Better: ${better.note} Worse: ${worse.note}`,
    verdict,
    confidence: blurred || verdict === 'tie' ? 0.5 : Math.min(0.95, 0.65 + Math.abs(difference) / 10),
  };
}
