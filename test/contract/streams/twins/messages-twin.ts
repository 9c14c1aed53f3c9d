import type {
  ContentBlock,
  Message,
  RawContentBlockDelta,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { type Cut, type Twin, typedEvents } from './twin.ts';

/** The events of a message, in the types of `@anthropic-ai/sdk`. */
export function messageEvents(message: Message, cut: Cut): readonly RawMessageStreamEvent[] {
  const { usage } = message;
  return [
    {
      type: 'message_start',
      message: {
        ...message,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    },
    ...message.content.flatMap((block, index) => blockEvents(block, index, cut)),
    {
      type: 'message_delta',
      delta: {
        stop_reason: message.stop_reason,
        stop_sequence: message.stop_sequence,
        stop_details: message.stop_details,
        container: message.container,
      },
      usage: {
        input_tokens: usage.input_tokens,
        cache_creation_input_tokens: usage.cache_creation_input_tokens,
        cache_read_input_tokens: usage.cache_read_input_tokens,
        output_tokens: usage.output_tokens,
        output_tokens_details: usage.output_tokens_details,
        server_tool_use: usage.server_tool_use,
      },
    },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: ContentBlock, index: number, cut: Cut): readonly RawMessageStreamEvent[] {
  return [
    { type: 'content_block_start', index, content_block: emptied(block) },
    ...deltas(block, cut).map((delta) => ({ type: 'content_block_delta', index, delta }) as const),
    { type: 'content_block_stop', index },
  ];
}

function emptied(block: ContentBlock): ContentBlock {
  if (block.type === 'text') return { ...block, text: '' };
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return block.type === 'tool_use' ? { ...block, input: {} } : block;
}

function deltas(block: ContentBlock, cut: Cut): readonly RawContentBlockDelta[] {
  if (block.type === 'text') return cut(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'tool_use')
    return cut(JSON.stringify(block.input)).map((partial_json) => ({
      type: 'input_json_delta',
      partial_json,
    }));
  if (block.type !== 'thinking') return [];
  return [
    ...cut(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking }) as const),
    { type: 'signature_delta', signature: block.signature },
  ];
}

export const messagesTwin: Twin = (reply, cut) => typedEvents(messageEvents(reply as Message, cut));
