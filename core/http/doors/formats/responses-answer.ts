import type { Result } from '../../../generated/prompt-response.ts';
import type {
  ResponsesMessage,
  ResponsesResponse,
  ResponsesText,
  ResponsesUsage,
} from '../../../generated/responses-response.ts';
import type { AnswerHead } from '../answer/answer-head.ts';
import type { ChosenAnswer } from '../answer/chosen-answer.ts';
import type { DoorError } from '../door-error.ts';

type EndedStatus = 'completed' | 'incomplete';

/** One whose token counts are known. */
interface EndedResponse extends ResponsesResponse {
  readonly usage: ResponsesUsage;
}

/** An answer as an object of the Responses API. */
export function endedResponse(answer: ChosenAnswer): EndedResponse {
  const { result, extension } = answer;
  const status = statusOf(result);
  return {
    ...unanswered(answer),
    status,
    incomplete_details: status === 'completed' ? null : { reason: reasonOf(result) },
    output: [outputMessage(answer, status, [outputText(result.output)])],
    usage: usageOf(result),
    assay: extension,
  };
}

/** One whose answer is still to come. */
export function runningResponse(head: AnswerHead): ResponsesResponse {
  return { ...unanswered(head), status: 'in_progress' };
}

export function failedResponse(head: AnswerHead, { body }: DoorError): ResponsesResponse {
  return {
    ...unanswered(head),
    status: 'failed',
    error: { code: body.code ?? body.type, message: body.message },
  };
}

export function outputMessage(
  { promptLogId }: Pick<AnswerHead, 'promptLogId'>,
  status: ResponsesMessage['status'],
  content: readonly ResponsesText[],
): ResponsesMessage {
  return { id: messageId(promptLogId), type: 'message', status, role: 'assistant', content };
}

export function outputText(text: string): ResponsesText {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function messageId(promptLogId: string): string {
  return `msg_${promptLogId}`;
}

export function statusOf({ finishReason = 'stop' }: Result): EndedStatus {
  return finishReason === 'stop' ? 'completed' : 'incomplete';
}

function reasonOf({ finishReason }: Result): 'max_output_tokens' | 'content_filter' {
  return finishReason === 'refused' ? 'content_filter' : 'max_output_tokens';
}

function unanswered({ promptLogId, createdSeconds, terms }: AnswerHead): Omit<ResponsesResponse, 'status'> {
  const { model, effort = null, echo } = terms;
  return {
    id: `resp_${promptLogId}`,
    object: 'response',
    created_at: createdSeconds,
    access_programs: null,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: echo.maxOutputTokens ?? null,
    metadata: echo.metadata ?? {},
    model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort, summary: null },
    service_tier: 'default',
    store: echo.store ?? true,
    temperature: echo.temperature ?? null,
    text: { format: echo.format ?? { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: echo.topP ?? null,
    truncation: 'disabled',
    usage: null,
  };
}

function usageOf(result: Result): ResponsesUsage {
  const { tokensIn, tokensOut, tokensCached = 0, tokensCacheWritten = 0, tokensReasoning = 0 } = result;
  return {
    input_tokens: tokensIn,
    input_tokens_details: { cached_tokens: tokensCached, cache_write_tokens: tokensCacheWritten },
    output_tokens: tokensOut,
    output_tokens_details: { reasoning_tokens: tokensReasoning },
    total_tokens: tokensIn + tokensOut,
  };
}
