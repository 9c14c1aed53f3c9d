import type { Request, RequestHandler } from 'express';
import { OPERATIONS, type Operations } from '../../api/operations.ts';
import type { QueryValues } from '../../api/query-parameter.ts';
import type { PromptsResponse } from '../../generated/prompts-response.ts';
import {
  MAX_FILTER_WORDS,
  type ListedRequest,
  type RequestFilter,
  type RequestPageQuery,
} from '../../ledger/requests/request-page.ts';
import { searchWords } from '../../text/search-words.ts';
import { admit, type AdmitServices } from '../admit/admit.ts';
import { readQuery, refuseCursor, type RefuseParameter } from '../read/read-query.ts';
import { askLedger } from './ask-ledger.ts';
import { describeRequest } from './describe-request.ts';
import { readCursor, writeCursor } from './page-cursor.ts';

/** GET /api/v1/prompts: the account's own requests, the newest first, a page at a time. */
export function promptsRoute(services: AdmitServices): RequestHandler {
  return admit(services, async ({ request, response, caller: { account } }) => {
    const query = { accountId: account.id, ...readPageQuery(request) };
    const { requests, next } = await askLedger(services.ledger.listRequests(query));
    const page: PromptsResponse = {
      prompts: requests.map(describe),
      nextCursor: next === null ? null : writeCursor(next),
    };
    response.set('Cache-Control', 'no-store').json(page);
  });
}

type PromptsQuery = QueryValues<Operations['prompts']['query']>;

/** @throws GatewayError 400 naming the parameter. */
function readPageQuery(request: Request): Omit<RequestPageQuery, 'accountId'> {
  return readQuery(request, OPERATIONS.prompts.query, (query, refuse, given) => {
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    if (query.cursor !== undefined && after === undefined) refuseCursor(refuse);
    const isFiltered = ['text', 'model', 'from', 'to'].some((name) => given.has(name));
    const filter = isFiltered ? filterOf(query, refuse) : undefined;
    return { limit: query.limit, after, filter, wantsStart: query.excerpt };
  });
}

function filterOf({ text, model, from, to }: PromptsQuery, refuse: RefuseParameter): RequestFilter {
  const [fromMs, toMs] = [from, to].map((ms) => (ms === undefined ? undefined : Math.max(0, ms)));
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs)
    refuse('to', 'range', 'must be later than from');
  return { words: wordsOf(text, refuse), model, fromMs, toMs };
}

function wordsOf(text: string | undefined, refuse: RefuseParameter): readonly string[] | undefined {
  if (text === undefined || text === '') return undefined;
  const words = searchWords(text);
  if (words.length === 0) refuse('text', 'format', 'must hold a word');
  if (words.length > MAX_FILTER_WORDS)
    refuse(
      'text',
      'length',
      `must hold at most ${MAX_FILTER_WORDS} words: put those that stand together in double quotes`,
    );
  return words;
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
