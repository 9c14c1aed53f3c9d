import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { Gateway, Question } from '../shell/gateway.ts';
import { announce } from '../shell/announce.ts';
import type { Answer, Progress } from '../../client/ask-gateway.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { formatCredits } from '../../client/figures.ts';
import type { RequestBody } from '../../client/request-parts.ts';
import { button, byId, element } from '../shell/element.ts';
import { clearFieldErrors, showFieldErrors, showGeneralErrors } from '../form/field-errors.ts';
import { askForName } from '../history/rename.ts';
import type { RunFacts } from '../run/run-parts.ts';
import { createRunView, type RunView } from '../run/run-view.ts';
import { isBlindRun, rememberBlindRun } from '../vote/blind-choice.ts';
import { createBlindRun } from '../vote/blind-run.ts';
import { createVoting } from '../vote/voting.ts';
import { showFormAlone, foldForm, showQuestion, unfoldForm } from './form-fold.ts';
import { randomKey, startWithRetries } from './start-run.ts';
import { showOpenFailure, showRunWithoutTexts } from './unavailable-run.ts';

const TICK_MS = 100;

export interface RunnerOptions {
  readonly gateway: Gateway;
  /** @returns whether the problem was handled, such as an invalid key. */
  readonly handleProblem: (problem: unknown) => boolean;
  /** The balance may have changed. */
  readonly onBalanceChange: () => void;
  readonly onRunEnd: () => void;
  /** @param promptLogId undefined if the run cannot be opened again. */
  readonly onRunStart: (promptLogId: string | undefined) => void;
  readonly editRequest: (request: RequestBody) => void;
  /** Starts a request that continues from a model's answer. */
  readonly continueFrom: (request: RequestBody, output: string) => void;
}

/** The run that the page shows. */
interface OpenRun {
  /** Aborted when the reader leaves the run, which does not end it. */
  readonly controller: AbortController;
  promptLogId: string | undefined;
  /** Its name in the account. */
  name: string | undefined;
  view: RunView | undefined;
  timer: ReturnType<typeof setInterval> | undefined;
  isCancelled: boolean;
  /** Whether it runs on without a connection. */
  isAsync: boolean;
}

interface ViewFacts extends Pick<
  RunFacts,
  'models' | 'judges' | 'request' | 'isRetained' | 'creditsExpected' | 'creditsHeld'
> {
  /** Stored votes on its answers. */
  readonly votes?: PromptRecord['votes'];
  /** Whether the reader votes before names are shown. */
  readonly isBlind?: boolean;
}

/** Sends requests and shows their runs, one at a time. */
export class Runner {
  readonly #options: RunnerOptions;
  #send = byId('send', HTMLButtonElement);
  #cancel = byId('cancel', HTMLButtonElement);
  #container = byId('run', HTMLElement);
  #empty = byId('empty', HTMLElement);
  #openRun: OpenRun | undefined;
  #isBusy = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Whether a request is sent or a run is followed. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * @param creditsExpected from the quote, if there is one.
   * @param wantsBlind whether the reader wants to vote before names are shown.
   */
  async send(
    body: RequestBody,
    {
      creditsExpected,
      wantsBlind,
    }: { readonly creditsExpected: number | undefined; readonly wantsBlind: boolean },
  ): Promise<void> {
    const run = this.#enter();
    this.#showBusy(true);
    const isRetained = body['zero_data_retention'] !== true;
    const question = questionOf(body, run);
    const [models, judges] = [answeringModels(body), idsOf(body['judges'])];
    const isBlind = wantsBlind && isRetained;
    const facts = { models, judges, request: body, isRetained, isBlind, creditsExpected };
    const startedMs = Date.now();
    const showStart = () => {
      announce(`Asking ${facts.models.length} models`);
      if (isBlind && run.promptLogId !== undefined) rememberBlindRun(run.promptLogId);
      this.#options.onBalanceChange();
      return this.#showView(run, facts, startedMs);
    };
    try {
      await (isRetained
        ? this.#runAsync(run, question, showStart)
        : this.#runConnected(run, question, showStart));
    } catch (error) {
      if (this.#openRun === run) this.#showFailure(run, error);
    } finally {
      this.#finish(run);
    }
  }

  async #runAsync(run: OpenRun, question: Question, showStart: () => RunView): Promise<void> {
    const { gateway, onRunStart } = this.#options;
    const promptLogId = await startWithRetries(gateway, question);
    if (this.#openRun !== run) return;
    run.promptLogId = promptLogId;
    onRunStart(promptLogId);
    const view = showStart();
    if (run.isCancelled) void gateway.cancel(promptLogId).catch(() => {});
    const { response } = await gateway.follow(promptLogId, question.signal, view);
    this.#showDone(run, response);
  }

  /** Runs a request whose texts exist only in the memory of the connected gateway. */
  async #runConnected(run: OpenRun, question: Question, showStart: () => RunView): Promise<void> {
    const { gateway, onRunStart } = this.#options;
    run.isAsync = false;
    const { response } = await gateway.ask(question, () => {
      onRunStart(undefined);
      const view = showStart();
      return {
        ...view,
        started(promptLogId, creditsHeld) {
          run.promptLogId = promptLogId;
          view.started?.(promptLogId, creditsHeld);
          if (run.isCancelled) void gateway.cancel(promptLogId).catch(() => {});
        },
      };
    });
    this.#showDone(run, response);
  }

  /** Shows an earlier run, and follows it if it still runs. */
  async open(promptLogId: string): Promise<void> {
    if (this.#openRun?.promptLogId === promptLogId) return;
    const run = this.#enter();
    run.promptLogId = promptLogId;
    this.#empty.hidden = true;
    foldForm(undefined);
    const container = this.#container;
    container.replaceChildren(element('p', { class: 'hint', role: 'status' }, 'Opening the run …'));
    const { gateway, handleProblem } = this.#options;
    try {
      const record = await gateway.record(promptLogId, run.controller.signal);
      run.name = record.label;
      const isRunning = record.state === 'running' || record.state === 'reserved';
      if (isRunning) await this.#follow(run, record);
      else if (record.response === null) {
        showFormAlone();
        showRunWithoutTexts(container, record);
      } else this.#showEnded(run, record, record.response);
    } catch (error) {
      if (this.#openRun !== run) return;
      if (run.view === undefined) {
        showFormAlone();
        showOpenFailure(container, error, handleProblem);
      } else this.#showFailure(run, error);
    } finally {
      this.#finish(run);
    }
  }

  /** Shows no run. A running one continues. */
  close(): void {
    this.#leave();
    this.#container.replaceChildren();
    this.#empty.hidden = false;
    showFormAlone();
  }

  /** Cancels the run: no new call starts, and calls in flight run to their end. */
  async cancel(): Promise<void> {
    const run = this.#openRun;
    if (run === undefined || !this.#isBusy) return;
    run.isCancelled = true;
    this.#cancel.disabled = true;
    run.view?.showWaiting('Cancelling: what was sent to providers goes on to its end');
    announce('Cancelling');
    if (run.promptLogId === undefined) return;
    try {
      await this.#options.gateway.cancel(run.promptLogId);
    } catch (error) {
      if (this.#openRun !== run || this.#options.handleProblem(error)) return;
      this.#cancel.disabled = false;
      showGeneralErrors([`Not cancelled. ${error instanceof Error ? error.message : ''}`]);
    }
  }

  async #follow(run: OpenRun, record: PromptRecord): Promise<void> {
    const { gateway } = this.#options;
    const { promptLogId, models, createdAt } = record;
    const { signal } = run.controller;
    this.#showBusy(true);
    const view = this.#showView(run, factsOf(record), Date.parse(createdAt));
    announce('The run goes on');
    const { response } = await gateway.follow(promptLogId, signal, view);
    this.#showDone(run, response);
    const whole = await gateway.record(promptLogId, signal);
    if (whole.request === null || this.#openRun !== run) return;
    // A fused answer appears only at the end of a run.
    if (response.results.length !== models.length) this.#showEnded(run, whole, response);
    view.setRequest(whole.request);
    run.name = whole.label;
    showQuestion(whole.request, run.name);
  }

  #showEnded(run: OpenRun, record: PromptRecord, response: NonNullable<PromptRecord['response']>): void {
    const models = response.results.map(({ modelId }) => modelId);
    const startedMs = Date.parse(record.createdAt);
    const view = this.#showView(run, { ...factsOf(record), models }, startedMs);
    view.tick(Date.parse(record.finishedAt ?? record.createdAt) - startedMs);
    this.#showDone(run, response);
  }

  /** Shows the outcome. An error here is a fault of the page, because the run has ended. */
  #showDone(run: OpenRun, response: NonNullable<PromptRecord['response']>): void {
    clearInterval(run.timer);
    try {
      run.view?.done(response);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown reason';
      run.view?.stop('The page cannot show the whole run', `Run ${response.promptLogId} has ended.`);
      showGeneralErrors([`The run has ended, but the page failed to show all of it: ${reason}`]);
    }
  }

  /** @param startedMs Unix milliseconds. */
  #showView(run: OpenRun, { votes, isBlind = false, ...facts }: ViewFacts, startedMs: number): RunView {
    this.#empty.hidden = true;
    foldForm(facts.request, run.name);
    const view = (isBlind ? createBlindRun : createRunView)(this.#container, {
      ...facts,
      createdAt: new Date(startedMs).toISOString(),
      editRequest: this.#options.editRequest,
      continueFrom: this.#options.continueFrom,
      voting: facts.isRetained ? createVoting(this.#options.gateway, votes) : undefined,
      rename: (promptLogId, request) => this.#rename(run, promptLogId, request),
      sendAlongside: (body, progress) => this.#sendAlongside(run, body, progress),
    });
    run.view = view;
    clearInterval(run.timer);
    run.timer = setInterval(() => view.tick(Math.max(0, Date.now() - startedMs)), TICK_MS);
    // The reader may have scrolled down in the last results.
    byId('results', HTMLElement).scrollIntoView({ block: 'start' });
    byId('results', HTMLElement).scrollTop = 0;
    return view;
  }

  #rename(run: OpenRun, promptLogId: string, request: RequestBody): void {
    askForName(run.name ?? '', async (label) => {
      await this.#options.gateway.label(promptLogId, label);
      run.name = label ?? undefined;
      if (this.#openRun === run) showQuestion(request, run.name);
    });
  }

  /** Sends another request, which is aborted when the reader leaves the run. */
  async #sendAlongside(run: OpenRun, body: RequestBody, progress: Progress): Promise<Answer> {
    const { gateway, onBalanceChange, handleProblem } = this.#options;
    const question = questionOf(body, run);
    try {
      return await gateway.ask(question, () => progress);
    } catch (error) {
      handleProblem(error);
      throw error;
    } finally {
      onBalanceChange();
    }
  }

  #showFailure({ view, isAsync, promptLogId }: OpenRun, error: unknown): void {
    const message = error instanceof Error ? error.message : 'The connection broke.';
    unfoldForm();
    if (error instanceof GatewayProblem) {
      view?.stop('No answer', message);
      if (this.#options.handleProblem(error)) return;
      const otherMessages = showFieldErrors(error.errors, { focus: true });
      // The fields may be out of sight, so the errors are shown here, too.
      showGeneralErrors(
        error.errors.length === 0
          ? [problemWords(error)]
          : ['Not sent: see the marked field.', ...otherMessages],
      );
      return;
    }
    view?.stop('Connection lost', message);
    if (!isAsync || promptLogId === undefined) {
      showGeneralErrors([`The gateway does not answer. ${message}`]);
      return;
    }
    const again = button('Try again', () => {
      this.#leave();
      void this.open(promptLogId);
    });
    showGeneralErrors(['The gateway does not answer. The request runs on, and is charged once.'], again);
  }

  #enter(): OpenRun {
    this.#leave();
    clearFieldErrors();
    showGeneralErrors([]);
    const run = {
      controller: new AbortController(),
      promptLogId: undefined,
      name: undefined,
      view: undefined,
      timer: undefined,
      isCancelled: false,
      isAsync: true,
    };
    this.#openRun = run;
    return run;
  }

  #leave(): void {
    if (this.#openRun === undefined) return;
    clearInterval(this.#openRun.timer);
    this.#openRun.controller.abort();
    this.#openRun = undefined;
    this.#showBusy(false);
  }

  #finish(run: OpenRun): void {
    clearInterval(run.timer);
    if (this.#openRun !== run) return;
    this.#showBusy(false);
    this.#options.onBalanceChange();
    this.#options.onRunEnd();
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

function questionOf(body: RequestBody, { controller: { signal } }: OpenRun): Question {
  return { json: JSON.stringify(body), idempotencyKey: randomKey(), signal };
}

function factsOf(record: PromptRecord): ViewFacts {
  const { promptLogId, models, judges, request, zeroDataRetention, creditsHeld, votes } = record;
  return {
    models,
    judges,
    request: request ?? undefined,
    isRetained: !zeroDataRetention,
    creditsHeld,
    votes,
    isBlind: isBlindRun(promptLogId),
  };
}

/** The models that answer: those of the request, then the one that fuses their answers. */
function answeringModels({ models, fuse }: RequestBody): readonly string[] {
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
