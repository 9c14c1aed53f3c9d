import type { Gateway } from '../frame/gateway.ts';
import type { RunView } from '../run/run-view.ts';
import type { Progress } from '../../client/ask-gateway.ts';
import type { Followed } from '../../client/follow-run.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';

/** An unanswered start is repeated under its idempotency key: it runs once. */
const START_ATTEMPTS = 4;
const START_PAUSE_MS = 1_000;

/** @returns the run's ID. */
export async function startSurely(
  gateway: Gateway,
  question: Parameters<Gateway['start']>[0],
): Promise<string> {
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

export function followed(view: RunView): Followed {
  return {
    ...later(() => view),
    interrupted: () => view.waiting('Connection lost; trying again'),
    resumed: () => view.waiting(''),
    anew: () => view.anew(),
  };
}

export function later(view: () => RunView | undefined): Progress {
  return {
    delta: (text, index) => view()?.delta(text, index),
    reasoning: (text, index) => view()?.reasoning(text, index),
    replaced: (text, index) => view()?.replaced(text, index),
    result: (result, index) => view()?.result(result, index),
    evaluation: (evaluation) => view()?.evaluation(evaluation),
    bestSoFar: (best) => view()?.bestSoFar(best),
    begun: (_promptLogId, creditsHeld) => view()?.reserved(creditsHeld),
  };
}
