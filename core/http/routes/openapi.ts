import type { RequestHandler } from 'express';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { sendStatic, staticAnswerOf } from '../answer/static-answer.ts';

/** GET /openapi.json: generated with the registry that answers, so its model enum is the live one. */
export function openapiRoute(current: () => LoadedRegistry): RequestHandler {
  const answerOf = staticAnswerOf(({ openapi }: LoadedRegistry) => openapi);
  return async function openapi(_request, response) {
    sendStatic(response, await answerOf(current()), 'no-cache');
  };
}
