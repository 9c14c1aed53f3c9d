import type { Tools } from '../../contract.ts';
import { isBlank, joinTexts, type Text } from '../../text/shared-text.ts';
import { plainArguments } from '../../tools/compare-calls.ts';
import type { AnswerCall } from '../../tools/answer-call.ts';
import type { LongTurn } from '../plan/long-call.ts';

/**
 * Describes an answer with calls for the judges. The text is not neutralised yet. IDs are left out and arguments are
 * normalised, because both may reveal the model.
 */
export function describeCalls(
  text: string | undefined,
  calls: readonly Pick<AnswerCall, 'name' | 'arguments'>[],
): string {
  const plain = plainArguments(calls);
  return [
    ...(text === undefined || isBlank(text) ? [] : [text]),
    ...calls.map(({ name, arguments: json }, index) => `[call of ${name}]\n${plain[index] ?? json}`),
  ].join('\n\n');
}

/** Describes a turn with its results before its text and its calls after it. The text is not neutralised yet. */
export function describeTurn({ role, text, calls = [], results = [] }: LongTurn): Text {
  const isSilent = isBlank(text) && calls.length + results.length > 0;
  return joinTexts(
    [
      ...results.map(({ name, content }) => joinTexts([`[result of ${name}]`, content], '\n')),
      ...(isSilent ? [] : [joinTexts([`[${role}]`, text], '\n')]),
      ...calls.map(({ name, arguments: json }) => joinTexts([`[call of ${name}]`, json], '\n')),
    ],
    '\n\n',
  );
}

/** Describes the functions of a request for the judges. The text is not neutralised yet. */
export function describeFunctions({ functions }: Tools): string {
  return functions
    .map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }))
    .join('\n');
}
