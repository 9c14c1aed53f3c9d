import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { Gateway, Question } from '../shell/gateway.ts';
import { announce } from '../shell/announce.ts';
import type { Answer, Progress } from '../../client/ask-gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { formatCredits } from '../../client/figures.ts';
import { button, byId, element } from '../shell/element.ts';
import { clearFieldErrors, showFieldErrors, showGeneralErrors } from '../form/field-errors.ts';
import { askForName } from '../history/rename.ts';
import type { RequestBody, RunFacts } from '../run/run-parts.ts';
import { createRunView, type RunView } from '../run/run-view.ts';
import { isBlindRun, rememberBlindRun } from '../vote/blind-choice.ts';
import { createBlindRun } from '../vote/blind-run.ts';
import { createVoting } from '../vote/voting.ts';
import { endRun, foldForm, showQuestion, unfoldForm } from './form-fold.ts';
import { randomKey, startWithRetries } from './start-run.ts';
import { showOpenFailure, showRunWithoutTexts } from './unavailable-run.ts';

const TICK_MS = 100;

export interface RunnerOptions {
  readonly gateway: Gateway;
  /** @returns whether the problem was handled, such as an invalid key. */
  readonly handleProblem: (problem: unknown) => boolean;
  /** The balance has moved, or may have. */
  readonly changed: () => void;
  readonly ended: () => void;
  /** A run that was sent has its ID; undefined for one that cannot be opened again. */
  readonly entered: (promptLogId: string | undefined) => void;
  readonly askAgain: (request: RequestBody) => void;
  /** Goes on from one model's answer. */
  readonly answerOn: (request: RequestBody, output: string) => void;
}

/** One run in front of the reader. */
interface Shown {
  /** Aborted where the reader leaves it; the run goes on. */
  readonly leaving: AbortController;
  promptLogId: string | undefined;
  /** What the account calls it. */
  name: string | undefined;
  view: RunView | undefined;
  timer: ReturnType<typeof setInterval> | undefined;
  isCancelled: boolean;
  /** Whether it goes on without a reader. */
  runsAlone: boolean;
}

interface Facts extends Pick<RunFacts, 'models' | 'judges' | 'request' | 'retained' | 'expected' | 'held'> {
  /** On its answers, as far as they are known. */
  readonly votes?: PromptRecord['votes'];
  /** Whether it is voted on before names are shown. */
  readonly isBlind?: boolean;
}

/** Sends requests and shows their runs, one at a time. */
export class Runner {
  readonly #options: RunnerOptions;
  #send = byId('send', HTMLButtonElement);
  #cancel = byId('cancel', HTMLButtonElement);
  #container = byId('run', HTMLElement);
  #empty = byId('empty', HTMLElement);
  #shown: Shown | undefined;
  #isBusy = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Whether a request is being sent, or its run is followed. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * @param expected credits that it is to cost, where that is known.
   * @param wantsBlind whether the reader votes on what is stored before names are shown.
   */
  async send(
    body: RequestBody,
    { expected, wantsBlind }: { readonly expected: number | undefined; readonly wantsBlind: boolean },
  ): Promise<void> {
    const own = this.#enter();
    this.#showBusy(true);
    const retained = body['zero_data_retention'] !== true;
    const question = questionOf(body, own);
    const [models, judges] = [answerersOf(body), idsOf(body['judges'])];
    const isBlind = wantsBlind && retained;
    const facts = { models, judges, request: body, retained, isBlind, expected };
    const startedMs = Date.now();
    const begin = () => {
      announce(`Asking ${facts.models.length} models`);
      if (isBlind && own.promptLogId !== undefined) rememberBlindRun(own.promptLogId);
      this.#options.changed();
      return this.#showView(own, facts, startedMs);
    };
    try {
      await (retained ? this.#runAlone(own, question, begin) : this.#runHere(own, question, begin));
    } catch (error) {
      if (this.#shown === own) this.#showFailure(own, error);
    } finally {
      this.#finish(own);
    }
  }

  async #runAlone(own: Shown, question: Question, begin: () => RunView): Promise<void> {
    const { gateway, entered } = this.#options;
    const promptLogId = await startWithRetries(gateway, question);
    if (this.#shown !== own) return;
    own.promptLogId = promptLogId;
    entered(promptLogId);
    const view = begin();
    if (own.isCancelled) void gateway.cancel(promptLogId).catch(() => {});
    const { response } = await gateway.follow(promptLogId, question.signal, view);
    this.#showDone(own, response);
  }

  /** Its texts are nowhere but in the memory of the gateway that this connection leads to. */
  async #runHere(own: Shown, question: Question, begin: () => RunView): Promise<void> {
    const { gateway, entered } = this.#options;
    own.runsAlone = false;
    const { response } = await gateway.ask(question, () => {
      entered(undefined);
      const view = begin();
      return {
        ...view,
        started(promptLogId, creditsHeld) {
          own.promptLogId = promptLogId;
          view.started?.(promptLogId, creditsHeld);
          if (own.isCancelled) void gateway.cancel(promptLogId).catch(() => {});
        },
      };
    });
    this.#showDone(own, response);
  }

  /** Shows an earlier run; one that runs is followed. */
  async open(promptLogId: string): Promise<void> {
    if (this.#shown?.promptLogId === promptLogId) return;
    const own = this.#enter();
    own.promptLogId = promptLogId;
    this.#empty.hidden = true;
    foldForm(undefined);
    const container = this.#container;
    container.replaceChildren(element('p', { class: 'hint', role: 'status' }, 'Opening the run …'));
    const { gateway, handleProblem } = this.#options;
    try {
      const record = await gateway.record(promptLogId, own.leaving.signal);
      own.name = record.label;
      const isRunning = record.state === 'running' || record.state === 'reserved';
      if (isRunning) await this.#follow(own, record);
      else if (record.response === null) {
        endRun();
        showRunWithoutTexts(container, record);
      } else this.#showEnded(own, record, record.response);
    } catch (error) {
      if (this.#shown !== own) return;
      if (own.view === undefined) {
        endRun();
        showOpenFailure(container, error, handleProblem);
      } else this.#showFailure(own, error);
    } finally {
      this.#finish(own);
    }
  }

  /** Shows nothing; what runs goes on. */
  close(): void {
    this.#leave();
    this.#container.replaceChildren();
    this.#empty.hidden = false;
    endRun();
  }

  /** What has not begun does not begin; the run then ends as usual. */
  async cancel(): Promise<void> {
    const own = this.#shown;
    if (own === undefined || !this.#isBusy) return;
    own.isCancelled = true;
    this.#cancel.disabled = true;
    own.view?.waiting('Cancelling: what was sent to providers goes on to its end');
    announce('Cancelling');
    if (own.promptLogId === undefined) return;
    try {
      await this.#options.gateway.cancel(own.promptLogId);
    } catch (error) {
      if (this.#shown !== own || this.#options.handleProblem(error)) return;
      this.#cancel.disabled = false;
      showGeneralErrors([`Not cancelled. ${error instanceof Error ? error.message : ''}`]);
    }
  }

  async #follow(
    own: Shown,
    { promptLogId, models, judges, zeroDataRetention, createdAt, creditsHeld }: PromptRecord,
  ): Promise<void> {
    const { gateway } = this.#options;
    const { signal } = own.leaving;
    this.#showBusy(true);
    const facts = {
      models,
      judges,
      request: undefined,
      retained: !zeroDataRetention,
      held: creditsHeld,
      isBlind: isBlindRun(promptLogId),
    };
    const view = this.#showView(own, facts, Date.parse(createdAt));
    announce('The run goes on');
    const { response } = await gateway.follow(promptLogId, signal, view);
    this.#showDone(own, response);
    const whole = await gateway.record(promptLogId, signal);
    if (whole.request === null || this.#shown !== own) return;
    // That its answers are fused into one more is not known of a run before its end.
    if (response.results.length !== models.length) this.#showEnded(own, whole, response);
    view.asked(whole.request);
    own.name = whole.label;
    showQuestion(whole.request, own.name);
  }

  #showEnded(
    own: Shown,
    { request, zeroDataRetention, judges, createdAt, finishedAt, creditsHeld, votes }: PromptRecord,
    response: NonNullable<PromptRecord['response']>,
  ): void {
    const models = response.results.map(({ modelId }) => modelId);
    const startedMs = Date.parse(createdAt);
    const facts = {
      models,
      judges,
      request: request ?? undefined,
      retained: !zeroDataRetention,
      held: creditsHeld,
      votes,
      isBlind: isBlindRun(response.promptLogId),
    };
    const view = this.#showView(own, facts, startedMs);
    view.tick(Date.parse(finishedAt ?? createdAt) - startedMs);
    this.#showDone(own, response);
  }

  /** What goes wrong here is the page's own fault: the connection is not to blame, and the run has ended. */
  #showDone(own: Shown, response: NonNullable<PromptRecord['response']>): void {
    clearInterval(own.timer);
    try {
      own.view?.done(response);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown reason';
      own.view?.stop('The page cannot show the whole run', `Run ${response.promptLogId} has ended.`);
      showGeneralErrors([`The run has ended, but the page failed to show all of it: ${reason}`]);
    }
  }

  /** @param startedMs Unix milliseconds. */
  #showView(own: Shown, { votes, isBlind = false, ...facts }: Facts, startedMs: number): RunView {
    this.#empty.hidden = true;
    foldForm(facts.request, own.name);
    const view = (isBlind ? createBlindRun : createRunView)(this.#container, {
      ...facts,
      createdAt: new Date(startedMs).toISOString(),
      askAgain: this.#options.askAgain,
      answerOn: this.#options.answerOn,
      voting: facts.retained ? createVoting(this.#options.gateway, votes) : undefined,
      rename: (promptLogId, request) => this.#rename(own, promptLogId, request),
      askBesides: (body, progress) => this.#askBesides(own, body, progress),
    });
    own.view = view;
    clearInterval(own.timer);
    own.timer = setInterval(() => view.tick(Math.max(0, Date.now() - startedMs)), TICK_MS);
    // The last results may have been scrolled away.
    byId('results', HTMLElement).scrollIntoView({ block: 'start' });
    byId('results', HTMLElement).scrollTop = 0;
    return view;
  }

  #rename(own: Shown, promptLogId: string, request: RequestBody): void {
    askForName(own.name ?? '', async (label) => {
      await this.#options.gateway.label(promptLogId, label);
      own.name = label ?? undefined;
      if (this.#shown === own) showQuestion(request, own.name);
    });
  }

  /** As long as this run is shown. */
  async #askBesides(own: Shown, body: RequestBody, progress: Progress): Promise<Answer> {
    const { gateway, changed, handleProblem } = this.#options;
    const question = questionOf(body, own);
    try {
      return await gateway.ask(question, () => progress);
    } catch (error) {
      handleProblem(error);
      throw error;
    } finally {
      changed();
    }
  }

  #showFailure({ view, runsAlone, promptLogId }: Shown, error: unknown): void {
    const message = error instanceof Error ? error.message : 'The connection broke.';
    unfoldForm();
    if (error instanceof GatewayProblem) {
      view?.stop('No answer', message);
      if (this.#options.handleProblem(error)) return;
      const otherMessages = showFieldErrors(error.errors, { focus: true });
      // What is told at a field that may be out of sight is told here as well.
      showGeneralErrors(
        error.errors.length === 0
          ? [problemWords(error)]
          : ['Not sent: see the marked field.', ...otherMessages],
      );
      return;
    }
    view?.stop('Connection lost', message);
    if (!runsAlone || promptLogId === undefined) {
      showGeneralErrors([`The gateway does not answer. ${message}`]);
      return;
    }
    const again = button('Try again', () => {
      this.#leave();
      void this.open(promptLogId);
    });
    showGeneralErrors(['The gateway does not answer. The request runs on, and is charged once.'], again);
  }

  #enter(): Shown {
    this.#leave();
    clearFieldErrors();
    showGeneralErrors([]);
    const own = {
      leaving: new AbortController(),
      promptLogId: undefined,
      name: undefined,
      view: undefined,
      timer: undefined,
      isCancelled: false,
      runsAlone: true,
    };
    this.#shown = own;
    return own;
  }

  #leave(): void {
    if (this.#shown === undefined) return;
    clearInterval(this.#shown.timer);
    this.#shown.leaving.abort();
    this.#shown = undefined;
    this.#showBusy(false);
  }

  #finish(own: Shown): void {
    clearInterval(own.timer);
    if (this.#shown !== own) return;
    this.#showBusy(false);
    this.#options.changed();
    this.#options.ended();
  }

  #showBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
    const hadFocus = document.activeElement === this.#cancel;
    this.#send.disabled = isBusy;
    this.#cancel.hidden = !isBusy;
    this.#cancel.disabled = false;
    if (hadFocus) byId('results', HTMLElement).focus({ preventScroll: true });
  }
}

function questionOf(body: RequestBody, { leaving: { signal } }: Shown): Question {
  return { json: JSON.stringify(body), idempotencyKey: randomKey(), signal };
}

/** The models that answer: those of the request, and behind them the one that fuses their answers. */
function answerersOf({ models, fuse }: RequestBody): readonly string[] {
  return [...idsOf(models), ...(typeof fuse === 'string' ? [fuse] : [])];
}

function idsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function problemWords(problem: GatewayProblem): string {
  const { message, estimatedCreditsRequired: credits, retryAfterSeconds } = problem;
  const needed = credits === undefined ? '' : ` It takes ${formatCredits(credits)} credits.`;
  const wait = retryAfterSeconds === undefined ? '' : ` Try again in ${retryAfterSeconds} s.`;
  return message + needed + wait;
}
