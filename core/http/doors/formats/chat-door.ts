import { COMPATIBLE_OPERATIONS } from '../../../api/compatible-operations.ts';
import { chatCompletion } from './chat-answer.ts';
import { chatStream } from './chat-stream.ts';
import type { Door } from './door.ts';

/** POST /v1/chat/completions. */
export const chatDoor: Door = {
  dialect: 'chat-completions',
  path: COMPATIBLE_OPERATIONS.createChatCompletion.path,
  promptField: 'messages',
  whole: chatCompletion,
  stream: chatStream,
};
