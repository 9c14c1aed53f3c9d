import type { Dialect, Translation } from './translated-prompt.ts';
import { readChatCompletion } from './chat-completions.ts';
import { readMessages } from './messages.ts';
import { readResponses } from './responses.ts';

const READERS: Readonly<Record<Dialect, (body: unknown) => Translation>> = {
  'chat-completions': readChatCompletion,
  responses: readResponses,
  messages: readMessages,
};

/** A parsed body of another dialect as a prompt request. Linear in the body; nothing of it is changed. */
export function translate(body: unknown, dialect: Dialect): Translation {
  return READERS[dialect](body);
}
