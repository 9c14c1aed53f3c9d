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
  let open: { readonly id: string; readonly name: string; readonly pointer: string }[] = [];
  const refuseOpen = (): void => {
    for (const call of open)
      problems.push({
        pointer: call.pointer,
        code: 'invalid_value',
        message:
          'this call has no result: a message of the tool with its ID must follow before anything else',
      });
    open = [];
  };
  for (const message of messages) {
    if (problems.length >= MAX_PROBLEMS) break;
    const { calls = [], results = [], ...said } = message;
    if (said.role === 'system') continue;
    const before = turns.at(-1);
    if (said.role === 'assistant') {
      const joins = before?.role === 'assistant' && calls.length > 0 && before.files.length === 0;
      // More calls of the same turn may follow as separate messages.
      if (!(joins && message.text === '')) refuseOpen();
      const turn: PairedTurn = { ...said, role: 'assistant', calls: calls.map(withoutPointer), results: [] };
      open.push(...calls);
      if (joins && message.text === '')
        turns[turns.length - 1] = { ...before, calls: [...before.calls, ...turn.calls] };
      else turns.push(turn);
      continue;
    }
    if (results.length === 0) {
      refuseOpen();
      const isAfterResults = before?.role === 'user' && before.results.length > 0 && before.text === '';
      if (isAfterResults)
        turns[turns.length - 1] = {
          ...before,
          text: said.text,
          textPointer: said.textPointer,
          files: [...before.files, ...said.files],
        };
      else turns.push({ ...said, role: 'user', calls: [], results: [] });
      continue;
    }
    const named = results.flatMap((result) => {
      const at = open.findIndex(({ id }) => id === result.id);
      const call = open[at];
      if (call === undefined) {
        problems.push({
          pointer: result.pointer,
          code: 'invalid_value',
          message: 'no call before this message has this ID, or it has a result already',
        });
        return [];
      }
      open.splice(at, 1);
      const { id, content, isError } = result;
      return [{ id, name: call.name, content, isError }];
    });
    const joins = before?.role === 'user' && before.results.length > 0 && before.text === '';
    if (joins)
      turns[turns.length - 1] = {
        ...before,
        results: [...before.results, ...named],
        files: [...before.files, ...said.files],
      };
    else turns.push({ ...said, role: 'user', calls: [], results: named });
  }
  refuseOpen();
  if (problems.length > 0 && turns.length === 0)
    problems.push({ pointer, code: 'invalid_value', message: 'has no turn' });
  return { turns, problems };
}

function withoutPointer({ id, name, arguments: text }: SentCall): PairedTurn['calls'][number] {
  return { id, name, arguments: text };
}
