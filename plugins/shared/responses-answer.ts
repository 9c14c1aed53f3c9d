import { items, member, textOf } from './read-reply.ts';

/** Newer models send their running commentary as messages of their own; the answer is then the final one. */
export function answerParts(output: readonly unknown[]): readonly unknown[] {
  const messages = output.filter((item) => member(item, 'type') === 'message');
  const final = messages.filter((item) => member(item, 'phase') === 'final_answer');
  return (final.length > 0 ? final : messages).flatMap((message) => items(member(message, 'content')));
}

/** The text of an answer's parts: a refusal in the model's own words only where there is no other text. */
export function textOfParts(parts: readonly unknown[]): string {
  return joinParts(parts, 'output_text', 'text') || joinParts(parts, 'refusal', 'refusal');
}

function joinParts(parts: readonly unknown[], type: string, field: string): string {
  return parts
    .filter((part) => member(part, 'type') === type)
    .map((part) => textOf(member(part, field)))
    .join('');
}
