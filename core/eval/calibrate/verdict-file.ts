import type { RunFigures } from '../../calibration/measure/judged-pair.ts';
import { CREDIT_PLACES, exactSum } from '../../console/board/exact-sum.js';
import type { Evaluation } from '../../generated/prompt-response.ts';
import { openLineFile, type LineFile } from '../run/line-file.ts';
import type { LabelTerms } from './label-body.ts';

/** What a calibration asks; the first line of its file. */
export interface CalibrationHead {
  readonly type: 'calibration';
  readonly version: 1;
  /** A UUID. */
  readonly run: string;
  /** RFC 3339, whole seconds. */
  readonly startedAt: string;
  readonly terms: LabelTerms;
  readonly labels: { readonly count: number; readonly digest: string };
  /** Version of the judges' prompt, and of each judge. */
  readonly judgePrompt: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** Both runs of a judge; null where it was not asked. */
export type JudgeVerdicts = readonly [RunFigures, RunFigures] | null;

export type VerdictLine =
  | CalibrationHead
  | { readonly type: 'sent'; readonly row: string; readonly promptLogId: string }
  | {
      readonly type: 'verdicts';
      readonly row: string;
      readonly judges: readonly JudgeVerdicts[];
      readonly creditsUsed: number;
    }
  | {
      readonly type: 'refused' | 'lost';
      readonly row: string;
      readonly reason: string;
      readonly creditsUsed: number;
    };

/** The file of a calibration that runs, or has run: verdicts and figures, none of the texts. */
export interface VerdictFile extends LineFile<VerdictLine> {
  readonly head: CalibrationHead;
  /** The request of each row that was sent and has not ended. */
  readonly sent: ReadonlyMap<string, string>;
  /** What the judges said of each row. */
  readonly verdicts: ReadonlyMap<string, readonly JudgeVerdicts[]>;
  /** Why a row has no verdicts. */
  readonly missing: ReadonlyMap<string, string>;
  /** Of the rows that have ended, in credits. */
  readonly creditsUsed: () => number;
}

/** @param begin the head of a new file. @throws Error as `openLineFile`. */
export async function openVerdictFile(path: string, begin: () => CalibrationHead): Promise<VerdictFile> {
  const sent = new Map<string, string>();
  const verdicts = new Map<string, readonly JudgeVerdicts[]>();
  const missing = new Map<string, string>();
  let creditsUsed = 0;
  const note = (line: VerdictLine): void => {
    if (line.type === 'calibration') return;
    if (line.type === 'sent') sent.set(line.row, line.promptLogId);
    else if (!verdicts.has(line.row) && !missing.has(line.row)) {
      sent.delete(line.row);
      creditsUsed = exactSum([creditsUsed, line.creditsUsed], CREDIT_PLACES);
      if (line.type === 'verdicts') verdicts.set(line.row, line.judges);
      else missing.set(line.row, line.reason);
    }
  };
  const terms = {
    beginning: '{"type":"calibration",',
    command: 'assay judge calibrate',
    read: readLine,
    isHead: (line: VerdictLine): line is CalibrationHead => line.type === 'calibration',
    begin,
  };
  const file = await openLineFile<CalibrationHead, VerdictLine>(path, terms, note);
  return {
    head: file.head,
    sent,
    verdicts,
    missing,
    creditsUsed: () => creditsUsed,
    async append(line) {
      await file.append(line);
      note(line);
    },
    close: () => file.close(),
  };
}

const TYPES = new Set(['calibration', 'sent', 'verdicts', 'refused', 'lost']);

/** It was written by this program: what it says is of the right form if it is whole. */
function readLine(text: string): VerdictLine | undefined {
  try {
    const line: VerdictLine | null = JSON.parse(text);
    return line !== null && TYPES.has(line.type) ? line : undefined;
  } catch {
    return undefined;
  }
}

/** What an answer says of each judge's two runs, by place in `judges`. */
export function verdictsIn(evaluations: readonly Evaluation[], judges: number): readonly JudgeVerdicts[] {
  return Array.from({ length: judges }, (_none, index) => {
    const runs = evaluations.find(({ judge }) => judge.index === index)?.runs ?? [];
    const [one, other] = runs.map(({ status, winner, latencyMs, providerCost }) => ({
      status,
      winner,
      latencyMs,
      providerCost,
    }));
    return one === undefined || other === undefined ? null : [one, other];
  });
}
