import { idsOf, type Operation } from '../../api/operation.ts';
import { OPERATIONS, type OperationId, type Operations } from '../../api/operations.ts';
import { PANEL_PREFIX } from '../../panels/panels.ts';
import { admitBy, type HandlerOf } from '../admit/admit.ts';
import type { Route } from '../create-api.ts';
import { compatQuoteRoute, compatRoute, setCompatRateHeaders } from '../compat/compat-route.ts';
import { chatCompat } from '../compat/formats/chat.ts';
import { countTokens, messagesCompat } from '../compat/formats/messages.ts';
import { responsesCompat } from '../compat/formats/responses.ts';
import { modelListRoute, oneModelRoute } from '../compat/model-list.ts';
import { mcpRoute, refuseForeignPages } from '../mcp/mcp-route.ts';
import type { RouteServices } from '../run/open-request.ts';
import { balanceRoute } from './balance.ts';
import { consoleRoutes } from './console.ts';
import { docsRoutes } from './docs.ts';
import { modelsRoute } from './models.ts';
import { openapiRoute } from './openapi.ts';
import { promptRecordRoute } from './prompt-record.ts';
import { COMPARE, PROMPT, promptRoute, quoteRoute } from './prompt.ts';
import { promptsRoute } from './prompts.ts';
import { cancelPromptRoute } from './record/cancel-prompt.ts';
import { labelRoute } from './record/label.ts';
import { voteRoute } from './record/vote.ts';
import { usageRoute } from './usage.ts';

/** All routes of the public listener. */
export function createRoutes(
  services: RouteServices & { readonly console: boolean; readonly mcp: boolean },
): readonly Route[] {
  const handlers = handlersOf(services);
  return [
    ...idsOf(handlers)
      .filter((id) => id !== 'mcp' || services.mcp)
      .map((id) => routeOf(id, handlers[id], services)),
    ...docsRoutes(),
    ...(services.console ? consoleRoutes() : []),
  ];
}

function routeOf(id: OperationId, handler: Handlers[OperationId], services: RouteServices): Route {
  const row: Operation = OPERATIONS[id];
  const options = { ...row, ...(row.tag === 'Compatible' && { setRateHeaders: setCompatRateHeaders }) };
  const admitting = admitBy(row.admission, handler, services, options);
  return { ...row, handler: id === 'mcp' ? refuseForeignPages(admitting) : admitting };
}

type Handlers = { readonly [Id in OperationId]: HandlerOf[Operations[Id]['admission']] };

/** One handler for each row of the table. Express tries them in turn, so the most frequent ones come first. */
function handlersOf(services: RouteServices): Handlers {
  return {
    prompt: promptRoute(PROMPT, services),
    createChatCompletion: compatRoute(chatCompat, services),
    createResponse: compatRoute(responsesCompat, services),
    createMessage: compatRoute(messagesCompat, services),
    quoteChatCompletion: compatQuoteRoute(chatCompat, services),
    quoteResponse: compatQuoteRoute(responsesCompat, services),
    quoteMessage: compatQuoteRoute(messagesCompat, services),
    countMessageTokens: compatQuoteRoute(messagesCompat, services, countTokens),
    listModels: modelListRoute(services),
    getModel: oneModelRoute(services),
    // Clients write the slash in a panel's ID as it is, or as %2F.
    getPanel: oneModelRoute(services, PANEL_PREFIX),
    compare: promptRoute(COMPARE, services),
    quoteComparison: quoteRoute(COMPARE, services),
    quote: quoteRoute(PROMPT, services),
    prompts: promptsRoute(services),
    promptRecord: promptRecordRoute(services),
    labelPrompt: labelRoute(services),
    cancelPrompt: cancelPromptRoute(services),
    vote: voteRoute(services),
    balance: balanceRoute(services),
    usage: usageRoute(services),
    models: modelsRoute(services),
    openapi: openapiRoute(services),
    mcp: mcpRoute(services),
  };
}
