import type { RunFigures } from '../../calibration/measure/judged-pair.ts';
import { CREDIT_PLACES, exactSum } from '../../board/exact-sum.ts';
import { isAmount, isText, lineReader, listOf, objectOf, oneOf, orNull } from '../../board/forms.ts';
import type { Evaluation } from '../../generated/prompt-response.ts';
import { openLineFile, type LineFile } from '../run/line-file.ts';

/** The first line of a file of verdicts. */
export interface CalibrationHead {
  readonly type: 'calibration';
  readonly version: 2;
  /** A UUID, part of every idempotency key: another file asks everything anew. */
  readonly run: string;
}

/** Both runs of a judge on a pair: its first answer stood first in the first of them. */
export type PairRuns = readonly [RunFigures, RunFigures];

export interface VerdictNote {
  readonly type: 'verdict';
  /** ID of the question. */
  readonly question: string;
  /** RFC 3339, whole seconds. */
  readonly at: string;
  /** Null if the gateway did not ask the judge. */
  readonly runs: PairRuns | null;
  readonly creditsUsed: number;
}

export type VerdictLine =
  | CalibrationHead
  | { readonly type: 'sent'; readonly question: string; readonly promptLogId: string }
  | VerdictNote
  | {
      readonly type: 'refused' | 'lost';
      readonly question: string;
      readonly reason: string;
      readonly creditsUsed: number;
    };

/** A judge's answer to a question. */
export type Verdict = Pick<VerdictNote, 'runs' | 'at'>;

/**
 * Everything that was ever asked in calibrations with this file, by the ID of the question: verdicts and figures, none of
 * the texts.
 */
export interface VerdictFile extends LineFile<VerdictLine> {
  readonly head: CalibrationHead;
  /** The request of each question that was sent and has not ended. */
  readonly sent: ReadonlyMap<string, string>;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** The number of answers to each question in which a run failed. */
  readonly failures: ReadonlyMap<string, number>;
  /** Why a question has no verdict. */
  readonly missing: ReadonlyMap<string, string>;
  /** The cost of all questions that have ended. */
  readonly creditsUsed: () => number;
}

/** @param begin the head of a new file. @throws Error as `openLineFile`. */
export async function openVerdictFile(path: string, begin: () => CalibrationHead): Promise<VerdictFile> {
  const sent = new Map<string, string>();
  const verdicts = new Map<string, Verdict>();
  const failures = new Map<string, number>();
  const missing = new Map<string, string>();
  let creditsUsed = 0;
  const note = (line: VerdictLine): void => {
    if (line.type === 'calibration') return;
    const { question } = line;
    if (line.type === 'sent') sent.set(question, line.promptLogId);
    else if (!isWhole(verdicts.get(question)) && !missing.has(question)) {
      sent.delete(question);
      creditsUsed = exactSum([creditsUsed, line.creditsUsed], CREDIT_PLACES);
      if (line.type === 'verdict') {
        verdicts.set(question, mergeVerdicts(verdicts.get(question), line));
        if (!isWhole(line)) failures.set(question, (failures.get(question) ?? 0) + 1);
      } else missing.set(question, line.reason);
    }
  };
  const format = {
    prefix: '{"type":"calibration",',
    command: 'assay judge calibrate',
    readLine: readVerdictLine,
    isHead: (line: VerdictLine): line is CalibrationHead => line.type === 'calibration',
    begin,
  };
  const file = await openLineFile<CalibrationHead, VerdictLine>(path, format, note);
  return {
    head: file.head,
    sent,
    verdicts,
    failures,
    missing,
    creditsUsed: () => creditsUsed,
    async append(line) {
      await file.append(line);
      note(line);
    },
    close: () => file.close(),
  };
}

/** Fills the failed runs of an earlier try; its verdicts stay. */
function mergeVerdicts(earlier: Verdict | undefined, { runs, at }: VerdictNote): Verdict {
  if (!earlier?.runs || runs === null) return { runs, at };
  const best = (place: 0 | 1): RunFigures => {
    const [earlierRun, laterRun] = [earlier.runs?.[place], runs[place]];
    return earlierRun === undefined || earlierRun.status === 'failed' ? laterRun : earlierRun;
  };
  return { runs: [best(0), best(1)], at };
}

/** Whether there is a verdict, and no run of it failed. */
export function isWhole(verdict: Pick<Verdict, 'runs'> | undefined): boolean {
  return verdict !== undefined && (verdict.runs?.every(({ status }) => status !== 'failed') ?? true);
}

const RUN = objectOf({
  status: oneOf('completed', 'invalid', 'failed'),
  winner: oneOf('a', 'b', 'tie', null),
  latencyMs: isAmount,
  providerCost: isAmount,
});

const readVerdictLine = lineReader<VerdictLine>([
  objectOf({ type: oneOf('calibration'), version: oneOf(2), run: isText }),
  objectOf({ type: oneOf('sent'), question: isText, promptLogId: isText }),
  objectOf({ type: oneOf('refused', 'lost'), question: isText, reason: isText, creditsUsed: isAmount }),
  objectOf({
    type: oneOf('verdict'),
    question: isText,
    at: isText,
    runs: orNull((runs) => listOf(RUN)(runs) && Array.isArray(runs) && runs.length === 2),
    creditsUsed: isAmount,
  }),
]);

/** Reads the two runs of a judge from the response to a question. */
export function runsIn(evaluations: readonly Evaluation[]): PairRuns | null {
  const runs = evaluations.flatMap((evaluation) => evaluation.runs);
  const [one, other] = runs.map(({ status, winner, latencyMs, providerCost }) => ({
    status,
    winner,
    latencyMs,
    providerCost,
  }));
  return one === undefined || other === undefined ? null : [one, other];
}
