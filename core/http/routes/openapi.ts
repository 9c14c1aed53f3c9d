import type { RequestHandler } from 'express';
import type { Limits } from '../../config.ts';
import type { LoadedRegistry } from '../../registry/load-registry.ts';
import { sendStatic, staticJsonOf } from '../answer/static-answer.ts';
import { boundDocument } from '../read/lowered-bounds.ts';

/**
 * GET /openapi.json, generated from the current registry, so that it has the current models, and with this gateway's
 * limits.
 */
export function openapiRoute({
  current,
  limits,
}: {
  readonly current: () => LoadedRegistry;
  readonly limits: Limits;
}): RequestHandler {
  const answerOf = staticJsonOf(({ openapi: json }: LoadedRegistry) => boundDocument(json, limits));
  return async function openapi(_request, response) {
    await sendStatic(response, answerOf(current()));
  };
}
