import type { BalanceResponse } from '../generated/balance-response.ts';
import type { ModelDescription, PanelDescription } from '../generated/models-response.ts';
import type { FieldError } from '../client/gateway-problem.ts';
import type { Gateway } from './shell/gateway.ts';
import { createBalanceLine } from './shell/balance-line.ts';
import { buildRequest } from './form/build-request.ts';
import { startCurlDialog } from './form/curl-dialog.ts';
import { EMPTY_DRAFT, type Draft } from './form/draft.ts';
import { draftFrom } from './form/draft-from.ts';
import { startDraftCounts } from './form/draft-counts.ts';
import { startDraftFields, startJudgingFields } from './form/draft-fields.ts';
import { announce } from './shell/announce.ts';
import { byId } from './shell/element.ts';
import { showFieldErrors, showGeneralErrors } from './form/field-errors.ts';
import { hasSavedDraft, savedDraft, saveDraft } from './form/saved-draft.ts';
import { startReplaceDraft, type ReplaceDraft } from './form/replace-draft.ts';
import { startFilesPanel } from './form/files-panel.ts';
import { startModelCombobox } from './form/model-combobox.ts';
import { rememberModels } from './form/recent-models.ts';
import { GROUPS } from './form/model-words.ts';
import { createQuoteLine } from './form/quote-line.ts';
import { enterAddress, runInAddress, showTitle } from './history/address.ts';
import { startHistory } from './history/history-dialog.ts';
import { startFormFold, unfoldForm } from './session/form-fold.ts';
import { Runner, type RunnerOptions } from './session/runner.ts';
import { visibleText } from '../report/visible-text.ts';
import { readKeptRun } from './eval-viewer/kept-run.ts';
import type { RunViewer } from './eval-viewer/open-run.ts';
import { startConversation } from './form/conversation.ts';
import { startPresetList } from './presets/preset-list.ts';
import { presetsFor } from './presets/presets.ts';
import { startExamples } from './presets/examples.ts';
import { startBlindChoice } from './vote/blind-choice.ts';
import { createStore, type Store } from './shell/store.ts';
import { startTuningPanel } from './form/tuning-panel.ts';

interface WorkspaceOptions {
  readonly gateway: Gateway;
  readonly models: readonly ModelDescription[];
  readonly panels: readonly PanelDescription[];
  readonly balance: BalanceResponse;
  /** @returns whether the problem was handled, such as an invalid key. */
  readonly handleProblem: (problem: unknown) => boolean;
  readonly viewer: RunViewer;
}

/** The form and its results, once there is a key. */
export function startWorkspace(options: WorkspaceOptions): void {
  const { gateway, models, panels, balance, handleProblem, viewer } = options;
  const presets = presetsFor(models, panels, new Date().toISOString().slice(0, 10));
  const draft = createStore({
    ...EMPTY_DRAFT,
    zeroDataRetention: balance.zeroDataRetention,
    ...(hasSavedDraft() ? savedDraft() : presets[0]?.chosen),
  });
  saveDraft(draft, balance);
  const balanceLine = createBalanceLine(gateway);
  balanceLine.show(balance);
  byId('cache-block', HTMLElement).hidden = !balance.cache;
  startDraftFields(draft);
  startJudgingFields(draft);
  startPickers(draft, models);
  startTuningPanel(byId('tuning', HTMLElement), draft, new Map(models.map((model) => [model.id, model])));
  startFilesPanel(draft, {
    types: [...new Set(models.flatMap(({ accepts }) => accepts))],
    openRun: viewer.openDropped,
  });
  startDraftCounts(draft, models.length);

  const build = () => buildRequest(draft.get(), balance);
  const { available } = balanceLine;
  const quote = createQuoteLine({ gateway, build, available, handleProblem });
  const known = new Set(models.map(({ id }) => id));
  const replaceDraft = startReplaceDraft(draft);
  byId('clear-form', HTMLButtonElement).addEventListener('click', () => {
    const { zeroDataRetention } = draft.get();
    replaceDraft({ ...EMPTY_DRAFT, zeroDataRetention });
    byId('prompt', HTMLTextAreaElement).focus();
    announce('The form is empty.');
  });
  const runner = new Runner({
    gateway,
    handleProblem,
    changed: () => void balanceLine.refresh(),
    ended: quote.refresh,
    entered: enterAddress,
    ...takingRequests({ draft, known, isPrivate: balance.zeroDataRetention, replaceDraft }),
  });
  startFormFold(draft);
  startAddress(runner);
  startPresetList(draft, presets);
  startExamples(replaceDraft, presets);
  startConversation(draft);
  const openHistory = startHistory({
    gateway,
    models: [...known],
    handleProblem,
    open(promptLogId) {
      enterAddress(promptLogId);
      void runner.open(promptLogId);
    },
    report(label) {
      void viewer.open(visibleText(label), (progress) => readKeptRun(gateway, label, progress));
    },
  });
  byId('history', HTMLButtonElement).addEventListener('click', openHistory);
  const buildOrSay = () => {
    const built = build();
    const errors = [...emptyFields(draft.get()), ...built.errors];
    if (errors.length === 0) return built;
    showFieldErrors(errors, { focus: true });
    return undefined;
  };
  const wantsBlind = startBlindChoice(draft);
  const send = () => {
    if (runner.isBusy) return;
    const expected = quote.expected();
    quote.pause();
    const built = buildOrSay();
    if (built === undefined) return;
    rememberModels(built.body);
    void runner.send(built.body, { expected, wantsBlind: wantsBlind() });
  };
  draft.subscribe(quote.refresh);
  quote.refresh();
  // What was refused is not what stands there now.
  draft.subscribe(() => showGeneralErrors([]));
  startCurlDialog(gateway.promptUrl, buildOrSay);
  const form = byId('compose', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) send();
    // A single-line field would send the form, and cost money, where one only meant to confirm it.
    if (event.target instanceof HTMLInputElement) event.preventDefault();
  });
  byId('cancel', HTMLButtonElement).addEventListener('click', () => void runner.cancel());
}

interface Taking {
  readonly draft: Store<Draft>;
  /** IDs of the gateway's models. */
  readonly known: ReadonlySet<string>;
  /** Whether the account retains nothing. */
  readonly isPrivate: boolean;
  readonly replaceDraft: ReplaceDraft;
}

/** What puts an earlier request back into the form. */
function takingRequests(taking: Taking): Pick<RunnerOptions, 'askAgain' | 'answerOn'> {
  const { draft, known, isPrivate, replaceDraft } = taking;
  const takenFrom = (request: Readonly<Record<string, unknown>>) =>
    draftFrom(request, { modelIds: known, zeroDataRetention: isPrivate || draft.get().zeroDataRetention });
  return {
    askAgain(request) {
      const taken = takenFrom(request);
      replaceDraft(taken.draft, taken.notes);
      unfoldForm();
      announce('The request is in the form again.');
    },
    answerOn(request, output) {
      const taken = takenFrom(request);
      const turns = [
        { role: 'user', content: taken.draft.prompt },
        { role: 'assistant', content: output },
      ] as const;
      replaceDraft({ ...taken.draft, prompt: '', history: [...taken.draft.history, ...turns] }, taken.notes);
      unfoldForm();
      announce('The next prompt goes on from this answer.');
    },
  };
}

/** What every request has, in a person's words. */
function emptyFields({ prompt, models }: Draft): readonly FieldError[] {
  return [
    ...(prompt.trim() === '' ? [{ pointer: '/prompt', message: 'Write a prompt.' }] : []),
    ...(models.length === 0 ? [{ pointer: '/models', message: 'Choose at least one model.' }] : []),
  ];
}

/** Shows the run that the page's address names, now and where the reader goes back and forward. */
function startAddress(runner: Runner): void {
  const show = () => {
    const id = runInAddress();
    showTitle();
    if (id === undefined) runner.close();
    else void runner.open(id);
  };
  addEventListener('popstate', show);
  if (runInAddress() !== undefined) show();
}

function startPickers(draft: Store<Draft>, models: readonly ModelDescription[]): void {
  const byGroup = (chosen: readonly ModelDescription[]) =>
    GROUPS.map(({ id, name }) => ({ name, models: chosen.filter(({ group }) => group === id) }));
  const recommended = { name: 'Recommended', models: models.filter(({ judge }) => judge !== null) };
  const showModels = startModelCombobox(byId('models', HTMLElement), {
    name: 'models',
    label: 'Add a model',
    groups: byGroup(models),
    choose: (chosen) => draft.change({ models: chosen }),
  });
  const showJudges = startModelCombobox(byId('judges', HTMLElement), {
    name: 'judges',
    label: 'Add a judge',
    groups: [recommended, ...byGroup(models.filter(({ judge }) => judge === null))],
    choose: (chosen) => draft.change({ judges: chosen }),
  });
  draft.watch(({ models: chosenModels, judges }) => {
    showModels(chosenModels);
    showJudges(judges);
  });
}
