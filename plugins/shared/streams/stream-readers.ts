import type { StreamReader } from '../../../core/contract.ts';
import { chatCompletionsStream } from './chat-completions-stream.ts';
import { converseStream } from './converse-stream.ts';
import { generateContentStream } from './generate-content-stream.ts';
import { messagesStream } from './messages-stream.ts';
import { responsesStream } from './responses-stream.ts';

/** The stream readers of the built-in formats, by the name of the format. */
export const STREAM_READERS: ReadonlyMap<string, StreamReader> = new Map([
  ['chat-completions', chatCompletionsStream],
  ['converse', converseStream],
  ['generate-content', generateContentStream],
  ['messages', messagesStream],
  ['responses', responsesStream],
]);
