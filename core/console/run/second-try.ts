import { singleModelRequest } from '../../client/request-parts.ts';
import { announce } from '../shell/announce.ts';
import { element } from '../shell/element.ts';
import { addressOf } from '../history/address.ts';
import { savedCurrency } from './currency.ts';
import type { OutputCard } from './output-card.ts';
import type { KnownRun } from './run-parts.ts';

interface Failed extends Pick<KnownRun, 'request' | 'askBesides'> {
  readonly modelId: string;
}

/** Lets the reader ask a model that failed again, alone: its answer comes into its card, as a run besides this one. */
export function offerSecondTry(card: OutputCard, failed: Failed): void {
  card.offer('Try again', 'Try again:', () => void tryAgain(card, failed));
}

async function tryAgain(card: OutputCard, failed: Failed): Promise<void> {
  const { modelId, askBesides } = failed;
  const alone = singleModelRequest(failed.request() ?? {}, modelId);
  card.restart();
  announce(`Asking ${modelId} again`);
  if (alone === undefined) {
    card.stop('The files of this run are not stored. Choose “Edit request” and attach them.');
    return;
  }
  try {
    const { response } = await askBesides(alone, {
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
