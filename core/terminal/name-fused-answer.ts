import type { Participant, PromptResponse } from '../generated/prompt-response.ts';

/** Calls the fused answer "fused by MODEL" wherever it occurs, because its writer may also have an answer among the others. */
export function nameFusedAnswer(response: PromptResponse): PromptResponse {
  const { results, evaluations, ranking, disagreement } = response;
  const place = results.findIndex(({ fused }) => fused === true);
  if (place < 0) return response;
  const named = <Answer extends Participant>(answer: Answer): Answer =>
    answer.index === place ? { ...answer, modelId: fusedName(answer.modelId) } : answer;
  const withNames = <Compared extends { readonly a: Participant; readonly b: Participant }>(
    pair: Compared,
  ): Compared => ({ ...pair, a: named(pair.a), b: named(pair.b) });
  return {
    ...response,
    results: results.map((result, index) =>
      index === place ? { ...result, modelId: fusedName(result.modelId) } : result,
    ),
    evaluations: evaluations.map(withNames),
    ...(ranking !== undefined && { ranking: ranking.map(named) }),
    ...(disagreement !== undefined && { disagreement: disagreement.map(withNames) }),
  };
}

function fusedName(writer: string): string {
  return `fused by ${writer}`;
}
