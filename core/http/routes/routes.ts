import { balanceRoute } from './balance.ts';
import { consoleRoutes } from './console.ts';
import type { Route } from '../create-api.ts';
import { docsRoutes } from './docs.ts';
import { doorRoutes } from '../doors/door-routes.ts';
import { mcpRoute } from '../mcp/mcp-route.ts';
import { modelsRoute } from './models.ts';
import { openapiRoute } from './openapi.ts';
import { promptRecordRoute } from './prompt-record.ts';
import { cancelPromptRoute } from './record/cancel-prompt.ts';
import type { RecordServices } from './record/find-record.ts';
import { promptsRoute } from './prompts.ts';
import { COMPARE, PROMPT, promptRoute } from './prompt.ts';
import type { PromptRouteServices } from '../run/open-request.ts';
import { quoteRoute } from './quote.ts';
import { usageRoute } from './usage.ts';

/** Everything the public listener answers. */
export function createRoutes(
  services: PromptRouteServices & RecordServices & { readonly console: boolean; readonly mcp: boolean },
): readonly Route[] {
  return [
    // Express looks at one after the other, so what is asked most comes first.
    { method: 'post', path: PROMPT.path, handler: promptRoute(PROMPT, services) },
    ...doorRoutes(services),
    { method: 'post', path: COMPARE.path, handler: promptRoute(COMPARE, services) },
    { method: 'post', path: '/api/v1/compare/quote', handler: quoteRoute(COMPARE, services) },
    { method: 'post', path: '/api/v1/prompt/quote', handler: quoteRoute(PROMPT, services) },
    { method: 'get', path: '/api/v1/prompts', handler: promptsRoute(services) },
    { method: 'get', path: '/api/v1/prompts/{promptLogId}', handler: promptRecordRoute(services) },
    { method: 'delete', path: '/api/v1/prompts/{promptLogId}', handler: cancelPromptRoute(services) },
    { method: 'get', path: '/api/v1/balance', handler: balanceRoute(services) },
    { method: 'get', path: '/api/v1/usage', handler: usageRoute(services) },
    { method: 'get', path: '/api/v1/models', handler: modelsRoute(services) },
    { method: 'get', path: '/openapi.json', handler: openapiRoute(services) },
    ...(services.mcp ? [{ method: 'post', path: '/mcp', handler: mcpRoute(services) } as const] : []),
    ...docsRoutes(),
    ...(services.console ? consoleRoutes() : []),
  ];
}
