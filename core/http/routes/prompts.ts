import type { Request } from 'express';
import { OPERATIONS, type Operations } from '../../api/operations.ts';
import type { QueryValues } from '../../api/query-parameter.ts';
import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import type { ListedPrompt, PromptsResponse } from '../../generated/prompts-response.ts';
import {
  type ListedRequest,
  MAX_FILTER_WORDS,
  type RequestFilter,
  type RequestHead,
  type RequestPageQuery,
  type RequestPlace,
} from '../../ledger/requests/request-page.ts';
import { searchWords } from '../../text/search-words.ts';
import type { AdmitServices, HandlerOf } from '../admit/admit.ts';
import { readQuery, refuseCursor, type RefuseParameter } from '../read/read-query.ts';
import { askLedger } from './ask-ledger.ts';

/** GET /api/v1/prompts: the account's own requests, the newest first, a page at a time. */
export function promptsRoute(services: AdmitServices): HandlerOf['rate'] {
  return async ({ request, response, caller: { account } }) => {
    const query = { accountId: account.id, ...readPageQuery(request) };
    const { requests, next } = await askLedger(services.ledger.listRequests(query));
    const page: PromptsResponse = {
      prompts: requests.map(describe),
      nextCursor: next === null ? null : writeCursor(next),
    };
    response.set('Cache-Control', 'no-store').json(page);
  };
}

type PromptsQuery = QueryValues<Operations['prompts']['query']>;

/** @throws GatewayError 400 naming the parameter. */
function readPageQuery(request: Request): Omit<RequestPageQuery, 'accountId'> {
  return readQuery(request, OPERATIONS.prompts.query, (query, refuse, names) => {
    const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
    if (query.cursor !== undefined && after === undefined) refuseCursor(refuse);
    const isFiltered =
      query.voted || ['text', 'model', 'label', 'from', 'to'].some((name) => names.has(name));
    const filter = isFiltered ? filterOf(query, refuse) : undefined;
    const { limit, excerpt: wantsStart, grouped: groupsLabels } = query;
    return { limit, after, filter, wantsStart, groupsLabels };
  });
}

function filterOf(
  { text, model, label, from, to, voted }: PromptsQuery,
  refuse: RefuseParameter,
): RequestFilter {
  const [fromMs, toMs] = [from, to].map((ms) => (ms === undefined ? undefined : Math.max(0, ms)));
  if (fromMs !== undefined && toMs !== undefined && toMs <= fromMs)
    refuse('to', 'range', 'must be later than from');
  return { words: wordsOf(text, refuse), model, label, fromMs, toMs, isVoted: voted };
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
  const { models, judges, isLogged, promptStart, labelCount = 0 } = request;
  return {
    ...describeRequest(request),
    models,
    judges,
    textsRetained: isLogged,
    ...(promptStart !== undefined && { promptStart }),
    ...(labelCount > 0 && { labelCount }),
  };
}

/** The fields that the record of a request and the list of requests have in common. */
export function describeRequest(
  request: RequestHead,
): Omit<ListedPrompt, 'models' | 'judges' | 'textsRetained' | 'promptStart' | 'labelCount'> {
  return {
    promptLogId: request.requestId,
    state: request.state,
    createdAt: request.createdAt,
    finishedAt: request.finishedAt,
    creditsHeld: creditsFromMicroCredits(request.holdMicroCredits),
    creditsUsed: creditsFromMicroCredits(request.chargeMicroCredits),
    zeroDataRetention: request.zeroDataRetention,
    ...(request.label !== null && { label: request.label }),
  };
}

const PLACE = /^(0|[1-9]\d{0,14})\.([\w-]{1,64})$/;

/**
 * Encodes a place in a list for clients, who send it back unchanged. It names no account, because each finds only its
 * own requests.
 */
export function writeCursor({ createdMs, requestId }: RequestPlace): string {
  return Buffer.from(`${createdMs}.${requestId}`).toString('base64url');
}

/** @returns undefined for a cursor that `writeCursor` never wrote. */
export function readCursor(cursor: string): RequestPlace | undefined {
  const [, createdMs, requestId] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (createdMs === undefined || requestId === undefined) return undefined;
  const place = { createdMs: Number(createdMs), requestId };
  return writeCursor(place) === cursor ? place : undefined;
}
