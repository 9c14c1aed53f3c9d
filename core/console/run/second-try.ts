import { singleModelRequest } from '../../client/request-parts.ts';
import { announce } from '../shell/announce.ts';
import { element } from '../shell/element.ts';
import { addressOf } from '../history/address.ts';
import { savedCurrency } from './currency.ts';
import type { OutputCard } from './output-card.ts';
import type { RunWithLateRequest } from './run-parts.ts';

interface FailedAnswer extends Pick<RunWithLateRequest, 'request' | 'sendAlongside'> {
  readonly modelId: string;
}

/** Offers to ask a model that failed again in a separate run, whose answer replaces the card. */
export function offerSecondTry(card: OutputCard, failed: FailedAnswer): void {
  card.offer('Try again', 'Try again:', () => void tryAgain(card, failed));
}

async function tryAgain(card: OutputCard, failed: FailedAnswer): Promise<void> {
  const { modelId, sendAlongside } = failed;
  const request = singleModelRequest(failed.request() ?? {}, modelId);
  card.restart();
  announce(`Asking ${modelId} again`);
  if (request === undefined) {
    card.stop('The files of this run are not stored. Choose “Edit request” and attach them.');
    return;
  }
  try {
    const { response } = await sendAlongside(request, {
      delta: card.delta,
      reasoning: card.reasoning,
      replaced: card.replaced,
      result: card.show,
      evaluation() {},
    });
    const [result] = response.results;
    if (result === undefined) return;
    card.show(result);
    card.figures(result, undefined, { currency: savedCurrency(), isWinner: false });
    card.note(
      'A second try, not judged: ',
      element('a', { href: addressOf(response.promptLogId) }, 'its run'),
    );
    announce(`${modelId} ${result.status === 'completed' ? 'has answered' : 'failed again'}`);
    if (result.status === 'failed') offerSecondTry(card, failed);
  } catch (error) {
    card.stop(`No answer. ${error instanceof Error ? error.message : ''}`);
    offerSecondTry(card, failed);
  }
}
