import type { JsonObject } from '../../core/contract.ts';
import type { Examples } from './examples.ts';
import { answer, component } from './operation-parts.ts';
import { problemResponses, PROBLEMS_OF } from './problems.ts';
import { runOperation } from './run-operation.ts';

/** Judges over answers that are given: the judged half of a prompt request. */
export function comparePaths(examples: Examples): JsonObject {
  const { request, response } = examples.comparison;
  const body = {
    required: true,
    content: { 'application/json': { schema: component('CompareRequest'), example: request } },
  };
  return {
    '/api/v1/compare': {
      post: runOperation(examples, {
        operationId: 'compare',
        summary: 'Compare answers that you have',
        description:
          'Judges compare the answers pair by pair, each pair in both orders, with the very questions of a judged prompt request. No model is run, so `results` is empty; the rest of the answer, the hold, the record, events and `Prefer: respond-async` are those of a prompt request. Speed and cost of a given answer are unknown and do not count.',
        body,
        done: 'The answers were compared, even where a judge failed.',
        answer: response,
        problems: PROBLEMS_OF.compare,
      }),
    },
    '/api/v1/compare/quote': {
      post: {
        operationId: 'quoteComparison',
        tags: ['Prompts'],
        summary: 'Quote a comparison',
        description:
          'Takes the body of `POST /api/v1/compare` and validates it the same way. Nothing is run, charged or stored.',
        requestBody: body,
        responses: {
          '200': answer('The hold and its parts.', {
            schema: component('QuoteResponse'),
            isCounted: true,
            namesModels: true,
          }),
          ...problemResponses(PROBLEMS_OF.compareQuote),
        },
      },
    },
  };
}
