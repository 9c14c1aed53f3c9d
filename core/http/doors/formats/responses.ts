import { COMPATIBLE_OPERATIONS } from '../../../api/compatible-operations.ts';
import type { Result } from '../../../generated/prompt-response.ts';
import type {
  ResponsesMessage,
  ResponsesResponse,
  ResponsesText,
  ResponsesUsage,
} from '../../../generated/responses-response.ts';
import type { AnswerHead, ChosenAnswer } from '../answer/chosen-answer.ts';
import type { DoorError } from '../door-error.ts';
import type { Door, StreamedEvent, StreamWriter } from './door.ts';

/** POST /v1/responses. */
export const responsesDoor: Door = {
  dialect: 'responses',
  path: COMPATIBLE_OPERATIONS.createResponse.path,
  promptField: 'input',
  whole: endedResponse,
  stream: responsesStream,
};

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
function runningResponse(head: AnswerHead): ResponsesResponse {
  return { ...unanswered(head), status: 'in_progress' };
}

function failedResponse(head: AnswerHead, { body }: DoorError): ResponsesResponse {
  return {
    ...unanswered(head),
    status: 'failed',
    error: { code: body.code ?? body.type, message: body.message },
  };
}

function outputMessage(
  { promptLogId }: Pick<AnswerHead, 'promptLogId'>,
  status: ResponsesMessage['status'],
  content: readonly ResponsesText[],
): ResponsesMessage {
  return { id: messageId(promptLogId), type: 'message', status, role: 'assistant', content };
}

function outputText(text: string): ResponsesText {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function messageId(promptLogId: string): string {
  return `msg_${promptLogId}`;
}

function statusOf({ finishReason = 'stop' }: Result): EndedStatus {
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

/** An answer as typed events of the Responses API: one message with one text. */
function responsesStream(head: AnswerHead): StreamWriter {
  let next = 0;
  const event = (type: string, fields: object): StreamedEvent => {
    const data = { type, sequence_number: next, ...fields };
    next += 1;
    return { name: type, data };
  };
  const place = { item_id: messageId(head.promptLogId), output_index: 0, content_index: 0 };
  return {
    begin: () => [
      event('response.created', { response: runningResponse(head) }),
      event('response.in_progress', { response: runningResponse(head) }),
      event('response.output_item.added', {
        output_index: 0,
        item: outputMessage(head, 'in_progress', []),
      }),
      event('response.content_part.added', { ...place, part: outputText('') }),
    ],
    text: (text) => [event('response.output_text.delta', { ...place, delta: text, logprobs: [] })],
    // This dialect takes no tools, so no model calls one.
    call: () => [],
    end: (answer) => {
      const { output } = answer.result;
      const status = statusOf(answer.result);
      const part = outputText(output);
      return [
        event('response.output_text.done', { ...place, text: output, logprobs: [] }),
        event('response.content_part.done', { ...place, part }),
        event('response.output_item.done', {
          output_index: 0,
          item: outputMessage(head, status, [part]),
        }),
        event(`response.${status}`, { response: endedResponse(answer) }),
      ];
    },
    error: (error) => {
      const { message, code, param } = error.body;
      return [
        event('error', { message, code, param, error: error.body }),
        event('response.failed', { response: failedResponse(head, error) }),
      ];
    },
  };
}
