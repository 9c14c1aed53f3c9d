import type { ToolFunction } from '../../../contract.ts';
import type { Result } from '../../../generated/prompt-response.ts';
import type {
  ResponsesFunctionCall,
  ResponsesMessage,
  ResponsesResponse,
  ResponsesText,
  ResponsesUsage,
} from '../../../generated/responses-response.ts';
import type { AnswerCall } from '../../../tools/answer-call.ts';
import type { AnswerHead, ChosenAnswer } from '../answer/chosen-answer.ts';
import type { CompatError } from '../compat-error.ts';

export type ResponsesOutputItem = ResponsesMessage | ResponsesFunctionCall;

type EchoedTool = ResponsesResponse['tools'][number];
type EndedStatus = 'completed' | 'incomplete';

/** A response whose token counts are known. */
interface EndedResponse extends ResponsesResponse {
  readonly usage: ResponsesUsage;
}

/** An answer as an object of the Responses API. */
export function endedResponse(answer: ChosenAnswer, output: readonly ResponsesOutputItem[]): EndedResponse {
  const { result, extension } = answer;
  const status = endedStatus(result);
  return {
    ...responseBase(answer),
    status,
    incomplete_details: status === 'completed' ? null : { reason: reasonOf(result) },
    output,
    usage: usageOf(result),
    assay: extension,
  };
}

/** A response without an answer yet. */
export function runningResponse(head: AnswerHead): ResponsesResponse {
  return { ...responseBase(head), status: 'in_progress' };
}

export function failedResponse(head: AnswerHead, { body }: CompatError): ResponsesResponse {
  return {
    ...responseBase(head),
    status: 'failed',
    error: { code: body.code ?? body.type, message: body.message },
  };
}

/** The text and then the calls. The text is left out if it is empty and there are calls. */
export function outputOf({ requestId, result }: ChosenAnswer): readonly ResponsesOutputItem[] {
  const { output, calls = [] } = result;
  const status = endedStatus(result);
  const hasText = output !== '' || calls.length === 0;
  const text = hasText ? [outputMessage(messageId(requestId, 0), status, [outputText(output)])] : [];
  return [
    ...text,
    ...calls.map((call, index) => {
      const isLast = index === calls.length - 1;
      return functionCall(callItemId(requestId, index), isLast ? status : 'completed', call);
    }),
  ];
}

export function outputMessage(
  id: string,
  status: ResponsesMessage['status'],
  content: readonly ResponsesText[],
): ResponsesMessage {
  return { id, type: 'message', status, role: 'assistant', content };
}

export function outputText(text: string): ResponsesText {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

/** @param id the ID of the item, which the Responses API has beside the ID of the call. */
export function functionCall(
  id: string,
  status: ResponsesFunctionCall['status'],
  { id: callId, name, arguments: json }: AnswerCall,
): ResponsesFunctionCall {
  return { id, type: 'function_call', status, call_id: callId, name, arguments: json };
}

/** @param index of the message. It is above 0 only for a text that a model writes after a call. */
export function messageId(requestId: string, index: number): string {
  return index === 0 ? `msg_${requestId}` : `msg_${requestId}_${index}`;
}

export function callItemId(requestId: string, index: number): string {
  return `fc_${requestId}_${index}`;
}

export function endedStatus({ finishReason = 'stop' }: Result): EndedStatus {
  return finishReason === 'stop' ? 'completed' : 'incomplete';
}

function reasonOf({ finishReason }: Result): 'max_output_tokens' | 'content_filter' {
  return finishReason === 'refused' ? 'content_filter' : 'max_output_tokens';
}

function responseBase({ requestId, createdSeconds, options }: AnswerHead): Omit<ResponsesResponse, 'status'> {
  const { model, effort = null, echo } = options;
  return {
    id: `resp_${requestId}`,
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
    parallel_tool_calls: echo.parallelToolCalls ?? true,
    previous_response_id: null,
    reasoning: { effort, summary: null },
    service_tier: 'default',
    store: echo.store ?? true,
    temperature: echo.temperature ?? null,
    text: { format: echo.format ?? { type: 'text' } },
    tool_choice: echo.toolChoice ?? 'auto',
    tools: (echo.tools ?? []).map(echoedTool),
    top_p: echo.topP ?? null,
    truncation: 'disabled',
    usage: null,
  };
}

function echoedTool({ name, description, parameters, strict }: ToolFunction): EchoedTool {
  return { type: 'function', name, description: description ?? null, parameters: parameters ?? null, strict };
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
