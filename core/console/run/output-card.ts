import type { Result } from '../../generated/prompt-response.ts';
import { copyButton } from '../frame/copy-text.ts';
import { element } from '../frame/element.ts';
import { answerText, type Room } from './answer-text.ts';
import { liveText } from './live-text.ts';
import { placeBadge } from './place-badge.ts';
import { placeLetter } from './place-letter.ts';
import { enforcementWords, fieldWords, warningWords } from '../../client/plain-words.ts';

/** One model's answer, empty until it has come. */
interface OutputCard {
  readonly node: HTMLElement;
  /** What the model has written since. */
  readonly delta: (added: string) => void;
  readonly reasoning: (added: string) => void;
  /** What has come so far is to be forgotten for this. */
  readonly replaced: (text: string) => void;
  readonly show: (result: Result) => void;
  /** Lets the reader go on from the answer, if there is one. */
  readonly offer: (answerOn: () => void) => void;
  /** It will not come. */
  readonly stop: (words: string) => void;
}

/** @param room shared by the answers of the run. */
export function outputCard(modelId: string, index: number, room: Room): OutputCard {
  const name = `${placeLetter(index)} ${modelId}`;
  const title = element('h4', { class: 'output-title' }, placeBadge(index), modelId);
  const badges = element('p', { class: 'badges' });
  const body = element('div', { class: 'output-body is-waiting' }, 'Waiting for the answer …');
  const foot = element('div', { class: 'output-foot' });
  const node = element(
    'article',
    { class: 'output', 'aria-label': `Answer of ${name}` },
    element('header', {}, title, badges),
    body,
    foot,
  );
  let live: ReturnType<typeof liveText> | undefined;
  let hasAnswer = false;
  const writing = () => {
    if (live === undefined) {
      live = liveText(name);
      body.classList.remove('is-waiting');
      body.replaceChildren(live.node);
    }
    return live;
  };
  return {
    node,
    delta: (added) => writing().add(added),
    reasoning: (added) => writing().reason(added),
    replaced: (text) => writing().replace(text),
    show(result) {
      const { status, output, error } = result;
      badges.replaceChildren(...badgesOf(result));
      hasAnswer = status === 'completed' && output !== '';
      if (status === 'completed') {
        const { node: text, change } = answerText(result, name, room);
        // What a provider showed of the reasoning stays, folded.
        body.replaceChildren(...(live?.thoughts() ?? []), text);
        foot.replaceChildren(
          ...notesOf(result),
          ...(change === undefined ? [] : [change]),
          copyButton(() => output, `Copy the answer of ${name}`),
        );
      } else {
        body.replaceChildren(...failureNodes(error));
        foot.replaceChildren(...notesOf(result));
      }
      body.classList.remove('is-waiting');
    },
    offer(answerOn) {
      if (!hasAnswer) return;
      const button = element(
        'button',
        { type: 'button', class: 'quiet', 'aria-label': `Answer on from ${name}` },
        'Answer on',
      );
      button.addEventListener('click', answerOn);
      foot.append(button);
    },
    stop(words) {
      if (body.classList.contains('is-waiting')) body.replaceChildren(words);
      // What has been written stays readable; that it is not whole is said.
      else if (live !== undefined && body.contains(live.node)) foot.replaceChildren(words);
    },
  };
}

/** What went wrong, and what to name to whoever can mend it. */
function failureNodes(error: Result['error']): readonly HTMLParagraphElement[] {
  if (error === undefined) return [element('p', { class: 'failure' }, 'No answer.')];
  const { code, message, retryable, providerStatus, providerCode } = error;
  const status = providerStatus === undefined ? '' : `, status ${providerStatus} from the provider`;
  const reason = providerCode === undefined ? '' : ` (${providerCode})`;
  return [
    element('p', { class: 'failure' }, message, retryable ? ' The same request may succeed later.' : ''),
    element('p', { class: 'hint failure-code' }, 'Code ', element('code', {}, code), status, reason),
  ];
}

function badgesOf({
  status,
  cached,
  finishReason,
  schemaValid,
  schemaEnforcement,
}: Result): readonly HTMLSpanElement[] {
  return [
    ...(cached === true ? [badge('earlier answer', 'plain')] : []),
    ...(status === 'failed' ? [badge('failed', 'bad')] : []),
    ...(finishReason === 'length' ? [badge('cut at its cap', 'warn')] : []),
    ...(finishReason === 'refused' ? [badge('declined to answer', 'bad')] : []),
    ...(schemaValid === true ? [badge('follows the schema', 'good')] : []),
    ...(schemaValid === false ? [badge('breaks the schema', 'bad')] : []),
    ...(schemaEnforcement === undefined ? [] : [badge(enforcementWords(schemaEnforcement), 'plain')]),
  ];
}

function badge(text: string, kind: 'good' | 'bad' | 'warn' | 'plain'): HTMLSpanElement {
  return element('span', { class: `badge ${kind}` }, text);
}

function notesOf({ warnings = [] }: Result): readonly HTMLUListElement[] {
  if (warnings.length === 0) return [];
  const items = warnings.map((warning) =>
    element(
      'li',
      {},
      ...(warning.pointer === '' ? [] : [element('b', {}, fieldWords(warning.pointer)), ': ']),
      warningWords(warning.message),
    ),
  );
  return [element('ul', { class: 'notes', 'aria-label': 'What the gateway changed' }, ...items)];
}
