import { balanceRoute } from './balance.ts';
import { consoleRoutes } from './console.ts';
import type { Route } from '../create-api.ts';
import { docsRoutes } from './docs.ts';
import { modelsRoute } from './models.ts';
import { openapiRoute } from './openapi.ts';
import { promptRecordRoute } from './prompt-record.ts';
import { cancelPromptRoute } from './record/cancel-prompt.ts';
import type { RecordServices } from './record/find-record.ts';
import { promptsRoute } from './prompts.ts';
import { promptRoute, type PromptRouteServices } from './prompt.ts';
import { quoteRoute } from './quote.ts';
import { usageRoute } from './usage.ts';

/** Everything the public listener answers. */
export function createRoutes(
  services: PromptRouteServices & RecordServices & { readonly console: boolean },
): readonly Route[] {
  return [
    { method: 'post', path: '/api/v1/prompt', handler: promptRoute(services) },
    { method: 'post', path: '/api/v1/prompt/quote', handler: quoteRoute(services) },
    { method: 'get', path: '/api/v1/prompts', handler: promptsRoute(services) },
    { method: 'get', path: '/api/v1/prompts/{promptLogId}', handler: promptRecordRoute(services) },
    { method: 'delete', path: '/api/v1/prompts/{promptLogId}', handler: cancelPromptRoute(services) },
    { method: 'get', path: '/api/v1/balance', handler: balanceRoute(services) },
    { method: 'get', path: '/api/v1/usage', handler: usageRoute(services) },
    { method: 'get', path: '/api/v1/models', handler: modelsRoute(services) },
    { method: 'get', path: '/openapi.json', handler: openapiRoute(services) },
    ...docsRoutes(),
    ...(services.console ? consoleRoutes() : []),
  ];
}
