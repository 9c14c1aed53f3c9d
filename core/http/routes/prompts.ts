import type { Request, RequestHandler } from 'express';
import { GatewayError, type FieldError } from '../../errors.ts';
import type { PromptsResponse } from '../../generated/prompts-response.ts';
import {
  MAX_PAGE_REQUESTS,
  type ListedRequest,
  type RequestPageQuery,
} from '../../ledger/requests/request-page.ts';
import { admit, type AdmitServices } from '../admit/admit.ts';
import { parameterError, readParameters } from '../read/read-parameters.ts';
import { askLedger } from './ask-ledger.ts';
import { describeRequest } from './describe-request.ts';
import { readCursor, writeCursor } from './page-cursor.ts';

const DEFAULT_LIMIT = 20;

/** GET /api/v1/prompts: the account's own requests, the newest first, a page at a time. */
export function promptsRoute(services: AdmitServices): RequestHandler {
  return admit(services, async ({ request, response, caller: { account } }) => {
    const query = { accountId: account.id, ...readQuery(request) };
    const { requests, next } = await askLedger(services.ledger.listRequests(query));
    const page: PromptsResponse = {
      prompts: requests.map(describe),
      nextCursor: next === null ? null : writeCursor(next),
    };
    response.set('Cache-Control', 'no-store').json(page);
  });
}

/** @throws GatewayError 400 naming the parameter. */
function readQuery(request: Request): Pick<RequestPageQuery, 'limit' | 'after'> {
  const errors: FieldError[] = [];
  const parameters = readParameters(request, ['limit', 'cursor'], errors);
  const limit = readLimit(parameters.get('limit') ?? String(DEFAULT_LIMIT));
  if (limit === undefined)
    errors.push(parameterError('limit', 'range', `must be a whole number from 1 to ${MAX_PAGE_REQUESTS}`));
  const cursor = parameters.get('cursor');
  const after = cursor === null ? undefined : readCursor(cursor);
  if (cursor !== null && after === undefined)
    errors.push(parameterError('cursor', 'format', 'send the nextCursor of an earlier page as it is'));
  if (errors.length > 0 || limit === undefined) throw new GatewayError('validation-failed', { errors });
  return { limit, after };
}

function readLimit(text: string): number | undefined {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : Infinity;
  return limit <= MAX_PAGE_REQUESTS ? limit : undefined;
}

function describe(request: ListedRequest): PromptsResponse['prompts'][number] {
  const { models, judges, isLogged } = request;
  return { ...describeRequest(request), models, judges, textsRetained: isLogged };
}
