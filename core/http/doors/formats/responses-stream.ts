import type { AnswerHead } from '../answer/answer-head.ts';
import type { StreamedEvent, StreamWriter } from './door.ts';
import {
  endedResponse,
  failedResponse,
  messageId,
  outputMessage,
  outputText,
  runningResponse,
  statusOf,
} from './responses-answer.ts';

/** An answer as typed events of the Responses API: one message with one text. */
export function responsesStream(head: AnswerHead): StreamWriter {
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
