import type { BalanceResponse } from '../generated/balance-response.ts';
import type { ModelDescription, PanelDescription } from '../generated/models-response.ts';
import type { RequestBody } from '../client/request-parts.ts';
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
import { readStoredRun } from './eval-viewer/stored-run.ts';
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

/** Starts the form and its results, which need a key. */
export function startWorkspace(options: WorkspaceOptions): void {
  const { gateway, models, panels, balance, handleProblem, viewer } = options;
  const presets = presetsFor(models, panels, new Date().toISOString().slice(0, 10));
  const draft = createStore({
    ...EMPTY_DRAFT,
    zeroDataRetention: balance.zeroDataRetention,
    ...(hasSavedDraft() ? savedDraft() : presets[0]?.selection),
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
  const modelIds = new Set(models.map(({ id }) => id));
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
    onBalanceChange: () => void balanceLine.refresh(),
    onRunEnd: quote.refresh,
    onRunStart: enterAddress,
    ...reuseActions({ draft, modelIds, isPrivate: balance.zeroDataRetention, replaceDraft }),
  });
  startFormFold(draft);
  startAddress(runner);
  startPresetList(draft, presets);
  startExamples(replaceDraft, presets);
  startConversation(draft);
  const openHistory = startHistory({
    gateway,
    models: [...modelIds],
    handleProblem,
    open(promptLogId) {
      enterAddress(promptLogId);
      void runner.open(promptLogId);
    },
    report(label) {
      void viewer.open(visibleText(label), (progress) => readStoredRun(gateway, label, progress));
    },
  });
  byId('history', HTMLButtonElement).addEventListener('click', openHistory);
  const buildOrShowErrors = () => {
    const built = build();
    const errors = [...emptyFields(draft.get()), ...built.errors];
    if (errors.length === 0) return built;
    showFieldErrors(errors, { focus: true });
    return undefined;
  };
  const wantsBlind = startBlindChoice(draft);
  const send = () => {
    if (runner.isBusy) return;
    const creditsExpected = quote.expected();
    quote.pause();
    const built = buildOrShowErrors();
    if (built === undefined) return;
    rememberModels(built.body);
    void runner.send(built.body, { creditsExpected, wantsBlind: wantsBlind() });
  };
  draft.subscribe(quote.refresh);
  quote.refresh();
  // The errors were about the request before this change.
  draft.subscribe(() => showGeneralErrors([]));
  startCurlDialog(gateway.promptUrl, buildOrShowErrors);
  const form = byId('compose', HTMLFormElement);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    if (event.ctrlKey || event.metaKey) send();
    // Enter in a single-line field would send the form and cost money.
    if (event.target instanceof HTMLInputElement) event.preventDefault();
  });
  byId('cancel', HTMLButtonElement).addEventListener('click', () => void runner.cancel());
}

interface ReuseOptions {
  readonly draft: Store<Draft>;
  /** IDs of the gateway's models. */
  readonly modelIds: ReadonlySet<string>;
  /** Whether the account has zero data retention by default. */
  readonly isPrivate: boolean;
  readonly replaceDraft: ReplaceDraft;
}

/** Actions that put an earlier request into the form. */
function reuseActions(options: ReuseOptions): Pick<RunnerOptions, 'editRequest' | 'continueFrom'> {
  const { draft, modelIds, isPrivate, replaceDraft } = options;
  const toDraft = (request: RequestBody) =>
    draftFrom(request, { modelIds, zeroDataRetention: isPrivate || draft.get().zeroDataRetention });
  return {
    editRequest(request) {
      const earlier = toDraft(request);
      replaceDraft(earlier.draft, earlier.notes);
      unfoldForm();
      announce('The request is in the form again.');
    },
    continueFrom(request, output) {
      const earlier = toDraft(request);
      const turns = [
        { role: 'user', content: earlier.draft.prompt },
        { role: 'assistant', content: output },
      ] as const;
      replaceDraft(
        { ...earlier.draft, prompt: '', history: [...earlier.draft.history, ...turns] },
        earlier.notes,
      );
      unfoldForm();
      announce('The next prompt goes on from this answer.');
    },
  };
}

/** Errors of required fields that are empty, in plain words. */
function emptyFields({ prompt, models }: Draft): readonly FieldError[] {
  return [
    ...(prompt.trim() === '' ? [{ pointer: '/prompt', message: 'Write a prompt.' }] : []),
    ...(models.length === 0 ? [{ pointer: '/models', message: 'Choose at least one model.' }] : []),
  ];
}

/** Shows the run in the page's address, now and when the reader goes back and forward. */
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
  const byGroup = (list: readonly ModelDescription[]) =>
    GROUPS.map(({ id, name }) => ({ name, models: list.filter(({ group }) => group === id) }));
  const recommended = { name: 'Recommended', models: models.filter(({ judge }) => judge !== null) };
  const showModels = startModelCombobox(byId('models', HTMLElement), {
    name: 'models',
    label: 'Add a model',
    groups: byGroup(models),
    choose: (ids) => draft.change({ models: ids }),
  });
  const showJudges = startModelCombobox(byId('judges', HTMLElement), {
    name: 'judges',
    label: 'Add a judge',
    groups: [recommended, ...byGroup(models.filter(({ judge }) => judge === null))],
    choose: (ids) => draft.change({ judges: ids }),
  });
  draft.watch(({ models: chosenModels, judges }) => {
    showModels(chosenModels);
    showJudges(judges);
  });
}
