import type { FieldError } from '../errors.ts';
import type { TranslatedTools } from '../tools/request-tools.ts';
import type { Message, SentCall, SentFile } from './message.ts';

/** A turn of a conversation with the calls or results that belong to it. */
export interface PairedTurn {
  readonly role: 'user' | 'assistant';
  readonly pointer: string;
  readonly text: string;
  readonly textPointer: string;
  readonly files: readonly SentFile[];
  readonly calls: TranslatedTools['turns'][number]['calls'];
  readonly results: TranslatedTools['turns'][number]['results'];
}

const MAX_PROBLEMS = 32;

/**
 * Joins messages to turns: the assistant's calls with the text before them, and all results of a turn with the user's text
 * after them. Every call needs a result before the next text, and every result needs a call.
 * @param messages of the user and the assistant.
 * @param pointer of their list.
 */
export function pairCalls(
  messages: readonly Message[],
  pointer: string,
): { readonly turns: readonly PairedTurn[]; readonly problems: readonly FieldError[] } {
  const problems: FieldError[] = [];
  const turns: PairedTurn[] = [];
  /** The calls that have no result yet, in order. */
  let openCalls: { readonly id: string; readonly name: string; readonly pointer: string }[] = [];
  const refuseOpenCalls = (): void => {
    for (const call of openCalls)
      problems.push({
        pointer: call.pointer,
        code: 'invalid_value',
        message:
          'this call has no result: a message of the tool with its ID must follow before anything else',
      });
    openCalls = [];
  };
  for (const message of messages) {
    if (problems.length >= MAX_PROBLEMS) break;
    const { calls = [], results = [], ...base } = message;
    if (base.role === 'system') continue;
    const before = turns.at(-1);
    if (base.role === 'assistant') {
      // More calls of the same turn may follow as separate messages.
      const hasMoreCalls =
        before?.role === 'assistant' && calls.length > 0 && before.files.length === 0 && message.text === '';
      if (!hasMoreCalls) refuseOpenCalls();
      openCalls.push(...calls);
      const turnCalls = calls.map(withoutPointer);
      if (hasMoreCalls) turns[turns.length - 1] = { ...before, calls: [...before.calls, ...turnCalls] };
      else turns.push({ ...base, role: 'assistant', calls: turnCalls, results: [] });
      continue;
    }
    if (results.length === 0) refuseOpenCalls();
    const namedResults = results.flatMap((result) => {
      const at = openCalls.findIndex(({ id }) => id === result.id);
      const call = openCalls[at];
      if (call === undefined) {
        problems.push({
          pointer: result.pointer,
          code: 'invalid_value',
          message: 'no call before this message has this ID, or it has a result already',
        });
        return [];
      }
      openCalls.splice(at, 1);
      const { id, content, isError } = result;
      return [{ id, name: call.name, content, isError }];
    });
    const isAfterResults = before?.role === 'user' && before.results.length > 0 && before.text === '';
    if (isAfterResults)
      turns[turns.length - 1] = {
        ...before,
        ...(results.length === 0 && { text: base.text, textPointer: base.textPointer }),
        results: [...before.results, ...namedResults],
        files: [...before.files, ...base.files],
      };
    else turns.push({ ...base, role: 'user', calls: [], results: namedResults });
  }
  refuseOpenCalls();
  if (problems.length > 0 && turns.length === 0)
    problems.push({ pointer, code: 'invalid_value', message: 'has no turn' });
  return { turns, problems };
}

function withoutPointer({ id, name, arguments: text }: SentCall): PairedTurn['calls'][number] {
  return { id, name, arguments: text };
}
