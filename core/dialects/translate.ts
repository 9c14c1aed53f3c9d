import type { Dialect, Translation } from './translated-prompt.ts';
import { readChatCompletion } from './chat-completions.ts';
import { readMessages } from './messages.ts';
import { readResponses } from './responses.ts';

const READERS: Readonly<Record<Dialect, (body: unknown) => Translation>> = {
  'chat-completions': readChatCompletion,
  responses: readResponses,
  messages: readMessages,
};

/** Translates a parsed body of another dialect to a prompt request, in linear time. The body is not changed. */
export function translate(body: unknown, dialect: Dialect): Translation {
  return READERS[dialect](body);
}
