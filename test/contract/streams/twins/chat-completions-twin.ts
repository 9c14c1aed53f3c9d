import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { type Cut, namelessEvents, type Twin } from './twin.ts';

interface Thinking {
  readonly type: 'thinking';
  readonly thinking: readonly { readonly type: 'text'; readonly text: string }[];
}
interface Text {
  readonly type: 'text';
  readonly text: string;
}

/** The members that providers add to OpenAI's message. */
interface Message {
  readonly role: 'assistant';
  readonly content: string | null | readonly (Text | Thinking)[];
  readonly refusal?: string | null;
  readonly reasoning?: string;
  readonly reasoning_content?: string;
}

/** Whether the usage comes with the finish reason, or in a later chunk without choices. */
export type UsagePlace = 'finish' | 'own';

type Delta = ChatCompletionChunk.Choice.Delta;
type FinishReason = ChatCompletionChunk.Choice['finish_reason'];

/** The chunks of a completion, in the type of `openai`, which lacks the additions of other providers. */
export function chatChunks(
  completion: ChatCompletion,
  cut: Cut,
  usageIn: UsagePlace,
): readonly ChatCompletionChunk[] {
  const { choices, usage, ...rest } = completion;
  const [choice] = choices;
  const message = (choice?.message ?? {}) as Message;
  const frame = { ...rest, object: 'chat.completion.chunk' } as const;
  const chunk = (delta: Delta, finish_reason: FinishReason = null): ChatCompletionChunk => ({
    ...frame,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  const end = chunk({}, choice?.finish_reason ?? null);
  return [
    chunk({ role: 'assistant', content: '' }),
    ...deltas(message, cut).map((delta) => chunk(delta)),
    ...(usageIn === 'finish'
      ? [{ ...end, ...(usage !== undefined && { usage }) }]
      : [
          { ...end, usage: null },
          { ...frame, choices: [], ...(usage !== undefined && { usage }) },
        ]),
  ];
}

function deltas(message: Message, cut: Cut): readonly Delta[] {
  const { content, refusal } = message;
  const texts = (['reasoning', 'reasoning_content'] as const).flatMap((name) =>
    cut(message[name] ?? '').map((piece) => ({ [name]: piece })),
  );
  const contents: readonly Delta[] =
    typeof content === 'string' || content === null
      ? cut(content ?? '').map((piece) => ({ content: piece }))
      : content.flatMap((part) => partDeltas(part, cut));
  return [...texts, ...contents, ...cut(refusal ?? '').map((piece) => ({ refusal: piece }))];
}

/** The type of `openai` has no lists as content. */
function partDeltas(part: Text | Thinking, cut: Cut): readonly Delta[] {
  const contents =
    part.type === 'text'
      ? cut(part.text).map((text) => [{ type: 'text', text }])
      : part.thinking
          .flatMap(({ text }) => cut(text))
          .map((text) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }]);
  return contents.map((content) => ({ content }) as unknown as Delta);
}

export function chatTwin(usageIn: UsagePlace): Twin {
  return (reply, cut) => namelessEvents(chatChunks(reply as ChatCompletion, cut, usageIn));
}
