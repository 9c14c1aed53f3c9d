import type { ContentBlockDelta, ConverseStreamOutput, TokenUsage } from '@aws-sdk/client-bedrock-runtime';
import type { StreamEvent } from '../../../../core/contract.ts';
import type { Cut, Twin } from './twin.ts';

interface Block {
  readonly text?: string;
  readonly reasoningContent?: {
    readonly reasoningText?: { readonly text: string; readonly signature?: string };
  };
  readonly toolUse?: { readonly toolUseId: string; readonly name: string; readonly input: unknown };
}

/** A whole reply as it is sent. */
export interface ConverseReply {
  readonly output: { readonly message: { readonly role: 'assistant'; readonly content: readonly Block[] } };
  readonly stopReason: 'end_turn' | 'tool_use' | 'max_tokens';
  readonly usage: TokenUsage;
  readonly metrics: { readonly latencyMs: number };
}

/** The events of a reply, in the types of `@aws-sdk/client-bedrock-runtime`. */
export function converseEvents(reply: ConverseReply, cut: Cut): readonly ConverseStreamOutput[] {
  const { role, content } = reply.output.message;
  return [
    { messageStart: { role } },
    ...content.flatMap((block, index) => blockEvents(block, index, cut)),
    { messageStop: { stopReason: reply.stopReason } },
    { metadata: { usage: reply.usage, metrics: reply.metrics } },
  ];
}

function blockEvents(block: Block, contentBlockIndex: number, cut: Cut): readonly ConverseStreamOutput[] {
  const { toolUse } = block;
  const start: readonly ConverseStreamOutput[] =
    toolUse === undefined
      ? []
      : [
          {
            contentBlockStart: {
              contentBlockIndex,
              start: { toolUse: { toolUseId: toolUse.toolUseId, name: toolUse.name } },
            },
          },
        ];
  return [
    ...start,
    ...deltas(block, cut).map((delta) => ({ contentBlockDelta: { contentBlockIndex, delta } })),
    { contentBlockStop: { contentBlockIndex } },
  ];
}

function deltas({ text, reasoningContent, toolUse }: Block, cut: Cut): readonly ContentBlockDelta[] {
  if (text !== undefined) return cut(text).map((piece) => ({ text: piece }));
  if (toolUse !== undefined)
    return cut(JSON.stringify(toolUse.input)).map((input) => ({ toolUse: { input } }));
  const { text: thought = '', signature } = reasoningContent?.reasoningText ?? {};
  return [
    ...cut(thought).map((piece) => ({ reasoningContent: { text: piece } })),
    ...(signature === undefined ? [] : [{ reasoningContent: { signature } }]),
  ];
}

export const converseTwin: Twin = (reply, cut) =>
  converseEvents(reply as ConverseReply, cut).flatMap((event): readonly StreamEvent[] =>
    Object.entries(event).map(([name, data]: [string, unknown]) => ({ name, data })),
  );
