import type { QuoteResponse } from '../../generated/quote-response.ts';
import type { BuiltRequest } from './build-request.ts';
import type { Gateway } from '../shell/gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { button, byId, element } from '../shell/element.ts';
import { clearFieldErrors, showFieldErrors } from './field-errors.ts';
import { shortCredits } from '../shell/short-credits.ts';
import { formatCount } from '../../client/figures.ts';
import { failureWords } from '../../client/plain-words.ts';

const MENDING = 'Fix the marked field.';
const SETTLE_MS = 450;
/** A larger body is not sent at every keystroke; it is asked for by a button. */
const MAX_AUTOMATIC_CHARACTERS = 1_000_000;

interface QuoteLineOptions {
  readonly gateway: Gateway;
  readonly build: () => BuiltRequest;
  readonly available: () => number | undefined;
  /** Whether someone else has dealt with it, as with a refused key. */
  readonly handled: (problem: unknown) => boolean;
}

/**
 * What the request is expected to cost, and what it would hold, asked for whenever the draft has been still for a moment.
 */
export function createQuoteLine({ gateway, build, available, handled }: QuoteLineOptions) {
  const line = byId('quote', HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = new AbortController();
  let expected: number | undefined;

  const ask = async (json: string) => {
    const { signal } = asked;
    try {
      const quote = await gateway.quote(json, signal);
      clearFieldErrors();
      expected = quote.creditsExpected;
      showQuote(line, quote, available());
    } catch (error) {
      if (signal.aborted || handled(error)) return;
      if (error instanceof GatewayProblem && error.errors.length > 0) {
        const homeless = showFieldErrors(error.errors, { focus: false });
        line.replaceChildren(words([MENDING, ...homeless].join(' ')));
      } else {
        line.replaceChildren(words(error instanceof Error ? error.message : 'No quote.'));
      }
    }
  };
  const settle = () => {
    const { body, errors } = build();
    if (errors.length > 0) showFieldErrors(errors, { focus: false });
    if (errors.length > 0 || body.models.length === 0 || !('prompt' in body) || body['prompt'] === '') {
      line.replaceChildren(words(errors.length > 0 ? MENDING : ''));
      return;
    }
    const json = JSON.stringify(body);
    if (json.length <= MAX_AUTOMATIC_CHARACTERS) {
      void ask(json);
      return;
    }
    line.replaceChildren(button('Ask for a quote', () => void ask(json)));
  };
  const pause = () => {
    clearTimeout(timer);
    asked.abort();
    asked = new AbortController();
  };
  const refresh = () => {
    pause();
    expected = undefined;
    timer = setTimeout(settle, SETTLE_MS);
  };
  return {
    pause,
    refresh,
    /** Credits that the request as it stands is to cost; undefined where no quote of it has come yet. */
    expected: () => expected,
  };
}

/** @param available credits. */
function showQuote(
  line: HTMLElement,
  { creditsExpected, creditsRequired, creditsAtMost, calls, models, judges }: QuoteResponse,
  available: number | undefined,
): void {
  const isCovered = available === undefined || available >= creditsRequired;
  const unable = [...models, ...judges].filter(({ errorCode }) => errorCode !== null);
  line.replaceChildren(
    isCovered
      ? sum(
          'About',
          creditsExpected,
          `; ${shortCredits(creditsRequired, 'ceil')} reserved while it runs, at most ${shortCredits(creditsAtMost, 'ceil')}`,
        )
      : sum('Reserves', creditsRequired, ', more than you have', 'quote-sum is-short'),
    words(
      [
        formatCount(calls.models, 'model call'),
        ...(calls.judges > 0 ? [formatCount(calls.judges, 'judge call')] : []),
        ...unable.map(
          ({ modelId, errorCode }) => `${modelId} cannot run: ${failureWords(errorCode ?? undefined)}`,
        ),
      ].join(' · '),
    ),
  );
}

function sum(before: string, credits: number, after: string, kind = 'quote-sum'): HTMLParagraphElement {
  const figure = element('strong', { title: String(credits) }, `${shortCredits(credits, 'ceil')} credits`);
  return element('p', { class: kind }, `${before} `, figure, after);
}

function words(text: string): HTMLParagraphElement {
  return element('p', { class: 'hint' }, text);
}
