import type { QuoteResponse } from '../../generated/quote-response.ts';
import type { BuiltRequest } from './build-request.ts';
import type { Gateway } from '../shell/gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { button, byId, element } from '../shell/element.ts';
import { clearFieldErrors, showFieldErrors } from './field-errors.ts';
import { shortCredits } from '../shell/short-credits.ts';
import { formatCount } from '../../client/figures.ts';
import { failureWords } from '../../client/plain-words.ts';

const FIX_FIELD = 'Fix the marked field.';
const SETTLE_MS = 450;
/** Larger bodies are quoted by a button instead of at every keystroke. */
const MAX_AUTOMATIC_CHARACTERS = 1_000_000;

interface QuoteLineOptions {
  readonly gateway: Gateway;
  readonly build: () => BuiltRequest;
  readonly available: () => number | undefined;
  /** @returns whether the problem was handled elsewhere, such as an invalid key. */
  readonly handleProblem: (problem: unknown) => boolean;
}

/** The expected cost and the hold of the request, updated shortly after the last change of the draft. */
export function createQuoteLine({ gateway, build, available, handleProblem }: QuoteLineOptions) {
  const line = byId('quote', HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();
  let expected: number | undefined;

  const ask = async (json: string) => {
    const { signal } = controller;
    try {
      const quote = await gateway.quote(json, signal);
      clearFieldErrors();
      expected = quote.creditsExpected;
      showQuote(line, quote, available());
    } catch (error) {
      if (signal.aborted || handleProblem(error)) return;
      if (error instanceof GatewayProblem && error.errors.length > 0) {
        const otherMessages = showFieldErrors(error.errors, { focus: false });
        line.replaceChildren(words([FIX_FIELD, ...otherMessages].join(' ')));
      } else {
        line.replaceChildren(words(error instanceof Error ? error.message : 'No quote.'));
      }
    }
  };
  const settle = () => {
    const { body, errors } = build();
    if (errors.length > 0) showFieldErrors(errors, { focus: false });
    if (errors.length > 0 || body.models.length === 0 || !('prompt' in body) || body['prompt'] === '') {
      line.replaceChildren(words(errors.length > 0 ? FIX_FIELD : ''));
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
    controller.abort();
    controller = new AbortController();
  };
  const refresh = () => {
    pause();
    expected = undefined;
    timer = setTimeout(settle, SETTLE_MS);
  };
  return {
    pause,
    refresh,
    /** Credits that the current request is expected to cost; undefined before its quote has arrived. */
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
