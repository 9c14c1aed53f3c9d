import { GatewayError } from '../../../errors.ts';
import type { LabelRequest } from '../../../generated/label-request.ts';
import { loadValidators } from '../../../generation/load-validators.ts';
import type { AdmitServices, HandlerOf } from '../../admit/admit.ts';
import { setPromptLogId } from '../../answer/answer-state.ts';
import { readSmallBody } from '../../read/read-small-body.ts';
import { askLedger } from '../ask-ledger.ts';
import { findRecord } from './find-record.ts';

const VALIDATORS = await loadValidators('bodies.mjs');

/** PATCH /api/v1/prompts/{promptLogId}: changes or removes the label of one of the account's own requests. */
export function labelRoute(services: AdmitServices): HandlerOf['rate'] {
  return async (admittedRequest) => {
    const { request, response, caller } = admittedRequest;
    const { label } = await readSmallBody<LabelRequest>(admittedRequest, VALIDATORS['label']);
    const { requestId } = await findRecord(request.params['promptLogId'], caller, services.ledger);
    setPromptLogId(response, requestId);
    if (!(await askLedger(services.ledger.setLabel(caller.account.id, requestId, label))))
      throw new GatewayError('answers-not-stored', {
        detail:
          'A label is kept with the texts: label a request once it has ended, and only if its texts are stored.',
      });
    response.status(204).set('Cache-Control', 'no-store').end();
  };
}
