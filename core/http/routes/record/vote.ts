import { type FieldError, GatewayError, wrongFields } from '../../../errors.ts';
import type { VoteRequest } from '../../../generated/vote-request.ts';
import type { VotesResponse } from '../../../generated/votes-response.ts';
import { loadValidators } from '../../../generation/load-validators.ts';
import type { VoteChange } from '../../../ledger/texts/vote.ts';
import type { AdmitServices, HandlerOf } from '../../admit/admit.ts';
import { setPromptLogId } from '../../answer/answer-state.ts';
import { readSmallBody } from '../../read/read-small-body.ts';
import { askLedger } from '../ask-ledger.ts';
import { findRecord } from './find-record.ts';

const VALIDATORS = await loadValidators('bodies.mjs');
const OTHER_SIDE = { a: 'b', b: 'a', tie: 'tie' } as const;

/** POST /api/v1/prompts/{promptLogId}/votes: stores a vote on two answers of one of the account's own requests. */
export function voteRoute(services: AdmitServices): HandlerOf['rate'] {
  return async (admittedRequest) => {
    const { request, response, caller } = admittedRequest;
    const vote = await readSmallBody<VoteRequest>(admittedRequest, VALIDATORS['vote']);
    const { requestId, models } = await findRecord(request.params['promptLogId'], caller, services.ledger);
    setPromptLogId(response, requestId);
    const errors = placeErrors(vote, models.length);
    if (errors.length > 0) throw wrongFields(errors);
    const isStored = await askLedger(services.ledger.vote(caller.account.id, requestId, inOrder(vote)));
    if (!isStored)
      throw new GatewayError('answers-not-stored', {
        detail: 'Vote once the request has ended, and only on answers whose texts are stored.',
      });
    const { votes } = await findRecord(request.params['promptLogId'], caller, services.ledger);
    const body: VotesResponse = { votes };
    response.set('Cache-Control', 'no-store').json(body);
  };
}

function placeErrors({ a, b }: VoteRequest, models: number): readonly FieldError[] {
  const beyond = Object.entries({ a, b })
    .filter(([, place]) => place >= models)
    .map(([name]) => ({
      pointer: `/${name}`,
      code: 'range' as const,
      message: models === 0 ? 'the request asked no models' : `must be from 0 to ${models - 1}`,
    }));
  if (a !== b) return beyond;
  return [...beyond, { pointer: '/b', code: 'range', message: 'must be another answer than a' }];
}

/** The same vote with the earlier answer first. */
function inOrder({ a, b, winner }: VoteRequest): VoteChange {
  if (a < b) return { a, b, winner };
  return { a: b, b: a, winner: winner === null ? null : OTHER_SIDE[winner] };
}
