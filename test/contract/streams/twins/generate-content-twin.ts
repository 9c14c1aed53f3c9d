import type { GenerateContentResponse, Part } from '@google/genai';
import { type Cut, namelessEvents, type Twin } from './twin.ts';

/** The members of the SDK's class that are sent. */
export type GeminiReply = Pick<
  GenerateContentResponse,
  'candidates' | 'promptFeedback' | 'usageMetadata' | 'modelVersion' | 'responseId'
>;

/** The events of a reply, in the types of `@google/genai`: each has a piece of a part, and the usage so far. */
export function generateContentEvents(reply: GeminiReply, cut: Cut): readonly GeminiReply[] {
  const { candidates: [candidate] = [], usageMetadata, ...frame } = reply;
  const parts = (candidate?.content?.parts ?? []).flatMap((part) => pieces(part, cut));
  const counted = { ...usageMetadata, candidatesTokenCount: 1 };
  return [
    ...parts.map((part) => ({
      ...frame,
      candidates: [{ content: { parts: [part], role: 'model' }, index: 0 }],
      usageMetadata: counted,
    })),
    {
      ...frame,
      candidates: [{ ...candidate, content: { parts: [{ text: '' }], role: 'model' } }],
      ...(usageMetadata !== undefined && { usageMetadata }),
    },
  ];
}

function pieces(part: Part, cut: Cut): readonly Part[] {
  const { text, ...others } = part;
  if (text === undefined) return [part];
  const thought = part.thought === true ? { thought: true } : {};
  const cuts = cut(text);
  return cuts.map((piece, index) => ({
    text: piece,
    ...(index === cuts.length - 1 ? others : thought),
  }));
}

export const generateContentTwin: Twin = (reply, cut) =>
  namelessEvents(generateContentEvents(reply as GeminiReply, cut));
