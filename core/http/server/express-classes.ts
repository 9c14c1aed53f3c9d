import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';
import { http } from './node-http.ts';

/**
 * Classes for a server whose requests and responses are Express's from the start. Express otherwise gives each of them
 * another prototype when it comes, and V8 reads an object whose prototype has changed the slow way ever after.
 */
export function expressClasses(app: Express): {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
} {
  class ApiRequest extends http.IncomingMessage {}
  class ApiResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {}
  app.request = Object.setPrototypeOf(ApiRequest.prototype, app.request);
  app.response = Object.setPrototypeOf(ApiResponse.prototype, app.response);
  return { IncomingMessage: ApiRequest, ServerResponse: ApiResponse };
}
