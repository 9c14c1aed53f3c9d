import { listed } from '../../client/figures.ts';
import { GatewayProblem } from '../../client/gateway-problem.ts';
import { onOneLine } from '../../terminal/printable-text.ts';
import { problemText } from '../client/gateway-failure.ts';
import type { PromptBody } from './prompt-body.ts';

/**
 * A refusal in the words of `assay prompt send`: models by name, and options instead of fields.
 * @returns undefined where it needs no other words.
 */
export function refusedPrompt(
  error: unknown,
  { models, judges = [], fuse = '' }: Pick<PromptBody, 'models' | 'judges' | 'fuse'>,
): Error | undefined {
  if (!(error instanceof GatewayProblem)) return undefined;
  const named = new Map<string, string>([
    ...models.map((id, index) => [`/models/${index}`, id] as const),
    ...judges.map((id, index) => [`/judges/${index}`, id] as const),
    ['/fuse', fuse] as const,
  ]);
  const { code, status, errors } = error;
  const wrong = errors.map(({ pointer, message }) => ({ name: named.get(pointer) ?? pointer, message }));
  if (code === 'model-not-allowed') {
    const names = listed([...new Set(wrong.map(({ name }) => onOneLine(name)))]);
    return new Error(`This key may not ask ${names}. "assay model list" shows which it may.`, {
      cause: error,
    });
  }
  if (wrong.length > 0 && wrong.every(({ message }) => message.startsWith('unknown model ID'))) {
    const lines = wrong.map(
      ({ name, message }) => `Unknown model ${onOneLine(name)}. ${suggestionIn(message)}`,
    );
    return new Error([...new Set(lines)].join('\n'), { cause: error });
  }
  if (status !== 402) return undefined;
  return new Error(problemText(error).replaceAll('maxTokens', '--max-tokens'), { cause: error });
}

function suggestionIn(message: string): string {
  const [, nearest] = /did you mean (\S+)\?$/.exec(message) ?? [];
  return nearest === undefined ? '"assay model list" lists them.' : `Did you mean ${onOneLine(nearest)}?`;
}
