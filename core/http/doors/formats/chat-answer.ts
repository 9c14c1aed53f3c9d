import type { ChatCompletion, ChatUsage } from '../../../generated/chat-completion.ts';
import type { Result } from '../../../generated/prompt-response.ts';
import type { ChosenAnswer } from '../answer/chosen-answer.ts';

type FinishReason = ChatCompletion['choices'][number]['finish_reason'];

/** An answer as an object of the Chat Completions API. */
export function chatCompletion({
  promptLogId,
  createdSeconds,
  terms,
  result,
  extension,
}: ChosenAnswer): ChatCompletion {
  return {
    id: completionId(promptLogId),
    object: 'chat.completion',
    created: createdSeconds,
    model: terms.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: result.output, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: finishReason(result),
      },
    ],
    usage: chatUsage(result),
    service_tier: 'default',
    assay: extension,
  };
}

export function completionId(promptLogId: string): string {
  return `chatcmpl-${promptLogId}`;
}

export function finishReason({ finishReason: reason }: Result): FinishReason {
  return reason === 'refused' ? 'content_filter' : (reason ?? 'stop');
}

/** Token counts; a count that the provider does not report is 0. */
export function chatUsage(result: Result): ChatUsage {
  const { tokensIn, tokensOut, tokensCached = 0, tokensCacheWritten = 0, tokensReasoning = 0 } = result;
  return {
    prompt_tokens: tokensIn,
    completion_tokens: tokensOut,
    total_tokens: tokensIn + tokensOut,
    prompt_tokens_details: {
      cached_tokens: tokensCached,
      cache_write_tokens: tokensCacheWritten,
      audio_tokens: 0,
    },
    completion_tokens_details: {
      reasoning_tokens: tokensReasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
