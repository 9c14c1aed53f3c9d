import type { RequestHandler } from 'express';
import type { LoadedRegistry } from '../../registry/load-registry.ts';

/** GET /openapi.json: generated with the registry that answers, so its model enum is the live one. All answers share its bytes. */
export function openapiRoute(current: () => LoadedRegistry): RequestHandler {
  return function openapi(_request, response) {
    response.set({ 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' }).send(current().openapi);
  };
}
