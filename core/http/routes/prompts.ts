import type { Request, RequestHandler } from 'express';
import { GatewayError, type FieldError } from '../../errors.ts';
import type { PromptsResponse } from '../../generated/prompts-response.ts';
import { readMoment } from '../../ledger/check-operation.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import {
  MAX_FILTER_CHARACTERS,
  MAX_FILTER_WORDS,
  MAX_PAGE_REQUESTS,
  type ListedRequest,
  type RequestFilter,
  type RequestPageQuery,
} from '../../ledger/requests/request-page.ts';
import { searchWords } from '../../text/search-words.ts';
import { admit, type AdmitServices } from '../admit/admit.ts';
import { parameterError, readParameters } from '../read/read-parameters.ts';
import { askLedger } from './ask-ledger.ts';
import { describeRequest } from './describe-request.ts';
import { readCursor, writeCursor } from './page-cursor.ts';

const DEFAULT_LIMIT = 20;
const PARAMETERS = ['limit', 'cursor', 'text', 'model', 'from', 'to', 'excerpt'];

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
function readQuery(request: Request): Omit<RequestPageQuery, 'accountId'> {
  const errors: FieldError[] = [];
  const parameters = readParameters(request, PARAMETERS, errors);
  const limit = readLimit(parameters.get('limit') ?? String(DEFAULT_LIMIT));
  if (limit === undefined)
    errors.push(parameterError('limit', 'range', `must be a whole number from 1 to ${MAX_PAGE_REQUESTS}`));
  const cursor = parameters.get('cursor');
  const after = cursor === null ? undefined : readCursor(cursor);
  if (cursor !== null && after === undefined)
    errors.push(parameterError('cursor', 'format', 'send the nextCursor of an earlier page as it is'));
  const filter = readFilter(parameters, errors);
  const excerpt = parameters.get('excerpt') ?? 'false';
  if (excerpt !== 'true' && excerpt !== 'false')
    errors.push(parameterError('excerpt', 'enum', 'must be one of: true, false'));
  if (errors.length > 0 || limit === undefined) throw new GatewayError('validation-failed', { errors });
  return { limit, after, filter, wantsStart: excerpt === 'true' };
}

/** @returns undefined where nothing is asked for. */
function readFilter(parameters: URLSearchParams, errors: FieldError[]): RequestFilter | undefined {
  const given = ['text', 'model', 'from', 'to'].some((name) => parameters.has(name));
  if (!given) return undefined;
  const filter = {
    words: readWords(parameters, errors),
    model: readBounded('model', parameters, errors),
    fromMs: readTime('from', parameters, errors),
    toMs: readTime('to', parameters, errors),
  };
  if (filter.fromMs !== undefined && filter.toMs !== undefined && filter.toMs <= filter.fromMs)
    errors.push(parameterError('to', 'range', 'must be later than from'));
  return filter;
}

function readWords(parameters: URLSearchParams, errors: FieldError[]): readonly string[] | undefined {
  const text = readBounded('text', parameters, errors);
  if (text === undefined || text === '') return undefined;
  const words = searchWords(text);
  if (words.length === 0) errors.push(parameterError('text', 'format', 'must hold a word'));
  if (words.length > MAX_FILTER_WORDS) {
    const message = `must hold at most ${MAX_FILTER_WORDS} words: put those that stand together in double quotes`;
    errors.push(parameterError('text', 'length', message));
  }
  return words;
}

function readBounded(
  name: 'text' | 'model',
  parameters: URLSearchParams,
  errors: FieldError[],
): string | undefined {
  const value = parameters.get(name);
  if (value === null) return undefined;
  const most = MAX_FILTER_CHARACTERS[name];
  if (value === '' || value.length > most)
    errors.push(parameterError(name, 'length', `must have from 1 to ${most} characters`));
  return value;
}

/** @returns Unix milliseconds. */
function readTime(
  name: 'from' | 'to',
  parameters: URLSearchParams,
  errors: FieldError[],
): number | undefined {
  const text = parameters.get(name);
  if (text === null) return undefined;
  try {
    return Math.max(0, readMoment(text));
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    errors.push(parameterError(name, 'format', error.message));
    return undefined;
  }
}

function readLimit(text: string): number | undefined {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : Infinity;
  return limit <= MAX_PAGE_REQUESTS ? limit : undefined;
}

function describe(request: ListedRequest): PromptsResponse['prompts'][number] {
  const { models, judges, isLogged, promptStart } = request;
  return {
    ...describeRequest(request),
    models,
    judges,
    textsRetained: isLogged,
    ...(promptStart !== undefined && { promptStart }),
  };
}
