/** @import { Gateway } from '../frame/gateway.js' */
/** @import { RunView } from '../run/run-view.js' */
import { GatewayProblem } from '../../client/gateway-problem.ts';

/** An unanswered start is repeated under its idempotency key: it runs once. */
const START_ATTEMPTS = 4;
const START_PAUSE_MS = 1_000;

/**
 * @param {Gateway} gateway
 * @param {Parameters<Gateway['start']>[0]} question
 * @returns {Promise<string>} The run's ID.
 */
export async function startSurely(gateway, question) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { promptLogId } = await gateway.start(question);
      return promptLogId;
    } catch (error) {
      if (error instanceof GatewayProblem || question.signal.aborted || attempt === START_ATTEMPTS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
    }
  }
}

/** @param {RunView} view */
export function followed(view) {
  return {
    ...later(() => view),
    interrupted: () => view.waiting('Connection lost; trying again'),
    resumed: () => view.waiting(''),
    anew: () => view.anew(),
  };
}

/**
 * @param {() => RunView | undefined} view
 * @returns {import('../../client/ask-gateway.ts').Progress}
 */
export function later(view) {
  return {
    delta: (text, index) => view()?.delta(text, index),
    reasoning: (text, index) => view()?.reasoning(text, index),
    replaced: (text, index) => view()?.replaced(text, index),
    result: (result, index) => view()?.result(result, index),
    evaluation: (evaluation) => view()?.evaluation(evaluation),
  };
}
