import type { CompareRequest } from '../generated/compare-request.ts';
import type { HistoryElement, PromptRequest, SystemPromptBlock } from '../generated/prompt-request.ts';
import type { Text } from '../text/shared-text.ts';

type WithText<Type, Field extends keyof Type> = Omit<Type, Field> & Readonly<Record<Field, Text>>;

interface AskedTexts {
  readonly prompt: Text;
  readonly judge_prompt?: Text;
  readonly system_prompt?: Text | readonly WithText<SystemPromptBlock, 'text'>[];
  readonly history?: readonly WithText<HistoryElement, 'content'>[];
}

/** A prompt request of the contract, each of whose texts may be long. */
export type AskedRequest = Omit<PromptRequest, keyof AskedTexts> & AskedTexts;

/** The same of a comparison. */
export type AskedComparison = Omit<CompareRequest, keyof AskedTexts | 'answers'> &
  AskedTexts & { readonly answers: readonly WithText<CompareRequest['answers'][number], 'text'>[] };
