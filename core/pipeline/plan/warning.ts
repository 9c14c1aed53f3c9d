import type { Warning as ResponseWarning } from '../../generated/prompt-response.ts';

/** Something that the gateway changed or could not do. Results have those of their model, the answer those of the request. */
export interface Warning extends ResponseWarning {
  readonly code:
    | 'parameter_adjusted'
    | 'parameter_left_out'
    | 'max_tokens_lowered'
    | 'max_tokens_raised'
    | 'turn_added'
    | 'tuning_approximated'
    | 'cache_too_short'
    | 'reasoning_not_carried'
    | 'schema_not_checked'
    | 'schema_not_satisfied'
    | 'schema_not_enforced'
    | 'schema_unsatisfiable'
    | 'usage_missing'
    | 'judges_unused'
    | 'judging_incomplete'
    | 'tuning_unused'
    | 'cache_unused'
    | 'label_unused'
    | 'calibration_moved'
    | 'calibration_of_other_criteria'
    | 'calibration_without_labels'
    | 'judge_not_calibrated'
    | 'judge_until_uncalibrated'
    | 'judge_until_estimate'
    | 'judge_until_out_of_reach'
    | 'judges_no_better_than_chance'
    | 'model_retiring'
    | 'served_by_other_model';
}
