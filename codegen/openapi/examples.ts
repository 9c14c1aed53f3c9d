import type { ExampleName } from '../../core/api/operation.ts';
import type { Json, JsonObject, Model } from '../../core/contract.ts';
import balance from '../examples/answers/balance.json' with { type: 'json' };
import prompts from '../examples/answers/prompts.json' with { type: 'json' };
import comparison from '../examples/answers/comparison.json' with { type: 'json' };
import quote from '../examples/answers/quote.json' with { type: 'json' };
import record from '../examples/answers/record.json' with { type: 'json' };
import usage from '../examples/answers/usage.json' with { type: 'json' };
import status from '../examples/answers/status.json' with { type: 'json' };
import votes from '../examples/answers/votes.json' with { type: 'json' };
import response from '../examples/answers/response.json' with { type: 'json' };
import { asJsonArray, isJsonArray, isJsonObject, mapMembers } from '../../core/schema/json-values.ts';
import { COMPARISON, JUDGED, requestExamples, type RequestExample } from './request-examples.ts';

/** The examples of bodies in the description. */
export interface Examples {
  /** By name. */
  readonly requests: Readonly<Record<string, RequestExample>>;
  readonly comparisonRequest: JsonObject;
  /** By the names in the table of operations. */
  readonly answers: Readonly<Record<ExampleName, JsonObject>>;
}

/**
 * Makes the examples. The answers are recorded answers of a gateway to the request `judged`. For another registry, their
 * model IDs are replaced.
 * @param promptRequest the request's schema (draft-07), with the registry's models and tuning in it.
 */
export function exampleBodies(promptRequest: JsonObject, models: readonly Model[]): Examples {
  const requests = requestExamples(promptRequest, models);
  const request = requests['judged']?.value ?? JUDGED;
  const recordedIds = idsOf(JUDGED);
  const names = new Map(idsOf(request).map((id, index) => [recordedIds[index] ?? id, id]));
  const renamed = (answer: JsonObject): JsonObject => mapMembers(answer, (member) => rename(member, names));
  const answered = renamed(response);
  return {
    requests,
    comparisonRequest: renamed(COMPARISON),
    answers: {
      response: answered,
      comparison: renamed(comparison),
      quote: renamed(quote),
      status,
      settledStatus: { ...status, state: 'settled' },
      prompts: renamed(prompts),
      record: { ...renamed(record), request, response: answered },
      balance,
      usage,
      votes,
    },
  };
}

function idsOf({ models, judges }: JsonObject): readonly string[] {
  return [models, judges].flatMap(asJsonArray).map(String);
}

function rename(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (isJsonArray(value)) return value.map((member) => rename(member, names));
  return isJsonObject(value) ? mapMembers(value, (member) => rename(member, names)) : value;
}
