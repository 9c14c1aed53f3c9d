import { isOfOtherCriteria } from '../../calibration/judge-prompt-versions.ts';
import { movedParts } from '../../calibration/moved-parts.ts';
import { weighPanel, type PanelWeights, type WeighedPanel } from '../../calibration/panel-weights.ts';
import type { RequestContext } from '../request-context.ts';
import type { Warning } from '../plan/warning.ts';
import { JUDGE_PROMPT_VERSION, judgePromptVersionFor } from './judge-prompt.ts';

/** The weight of each judge of a request, and warnings about the weights. */
export interface WeighedJudges extends WeighedPanel {
  readonly warnings: readonly Warning[];
}

/** @param judges model IDs, in the request's order. */
export function weighJudges(
  judges: readonly string[],
  { prompt, snapshot: { calibrations, plans } }: RequestContext,
): WeighedJudges {
  const judgePrompt = judgePromptVersionFor(prompt);
  const selection = { choice: prompt.request.calibration, judgePrompt };
  const panel = weighPanel(judges, selection, calibrations);
  const { weights, passedOver } = panel;
  const calibration = calibrations.find(({ name }) => name === weights?.calibration);
  const versionOf = (id: string): string | undefined => plans.get(id)?.judgingVersion;
  const changes =
    calibration && movedParts(calibration, { judgePrompt: JUDGE_PROMPT_VERSION, versionOf }, judges);
  const hasChanged = changes !== undefined && (changes.judgePrompt || changes.judges.length > 0);
  return {
    ...panel,
    warnings: [
      ...(weights?.levelled === undefined ? [] : [LEVEL_WARNINGS[weights.levelled]]),
      ...(hasChanged ? [CALIBRATION_MOVED] : []),
      ...(calibration !== undefined && isOfOtherCriteria(calibration.judgePrompt, judgePrompt)
        ? [OTHER_CRITERIA]
        : []),
      ...(calibration === undefined || passedOver === undefined
        ? []
        : [flipsAlone(calibration.name, passedOver)]),
    ],
  };
}

const LEVEL_WARNINGS: Readonly<Record<NonNullable<PanelWeights['levelled']>, Warning>> = {
  all_zero: {
    code: 'judges_no_better_than_chance',
    pointer: '/judges',
    message:
      'By its calibration no judge of this panel is better than chance: all count alike. Choose other judges.',
  },
  unknown_judge: {
    code: 'judge_not_calibrated',
    pointer: '/calibration',
    message:
      'The calibration says nothing of one of the judges, and nothing is known of its order flips: all count alike. Calibrate them together.',
  },
};

function flipsAlone(calibration: string, passedOver: string): Warning {
  const message = `The weights come from the order flips in ${calibration}, of whatever criteria, because the labels in ${passedOver} are of other criteria than this request’s. Send "calibration": "${passedOver}" to go by the labels, or label by these criteria.`;
  return { code: 'calibration_without_labels', pointer: '/calibration', message };
}

const CALIBRATION_MOVED: Warning = {
  code: 'calibration_moved',
  pointer: '/calibration',
  message:
    'The calibration was made with another version of the judges or of their prompt: its weights may no longer hold. Calibrate again.',
};
const OTHER_CRITERIA: Warning = {
  code: 'calibration_of_other_criteria',
  pointer: '/calibration',
  message:
    'The calibration was made by other criteria than this request’s judge_prompt, or by none where it has one: its weights may not hold. Calibrate by these criteria, or send "calibration": "none".',
};
