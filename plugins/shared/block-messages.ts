import type {
  Attachment,
  ModelCall,
  TextBlock,
  ToolCall,
  ToolFunction,
  ToolResult,
  Turn,
  WireBody,
} from '../../core/contract.ts';
import { carriedBlocks } from './tools.ts';
import { mergeTurns } from './wire-body.ts';

/** Writes each kind of block, for a format whose messages are lists of blocks. */
export interface BlockFormat {
  /** More than one block if a cache breakpoint is a block. */
  readonly text: (block: TextBlock) => readonly WireBody[];
  readonly file: (attachment: Attachment, index: number) => WireBody;
  readonly call: (call: ToolCall) => WireBody;
  readonly result: (result: ToolResult) => WireBody;
  /** The member of `carried` with the blocks that go back before a call. */
  readonly carried: string;
}

/** The turns as messages. Consecutive turns of one speaker become one message. */
export function blockMessages({ turns, attachments }: ModelCall, format: BlockFormat): readonly WireBody[] {
  const groups = mergeTurns(turns);
  return groups.map(({ role, turns: own }, index) => {
    const files = index === groups.length - 1 ? attachments.map(format.file) : [];
    const results = own.flatMap((turn) => (turn.results ?? []).map(format.result));
    // The results of a turn come first, as the provider requires.
    if (role === 'assistant' || results.length > 0)
      return { role, content: [...results, ...files, ...own.flatMap((turn) => turnBlocks(turn, format))] };
    // Documents come before the question (Anthropic's advice for PDFs), so before the last turn of the group.
    const [earlier, last] = [own.slice(0, -1), own.slice(-1)];
    return { role, content: [...earlier.flatMap(format.text), ...files, ...last.flatMap(format.text)] };
  });
}

function turnBlocks(turn: Turn, format: BlockFormat): readonly WireBody[] {
  const { text, calls = [] } = turn;
  return [
    ...calls.flatMap(({ carried }) => carriedBlocks(carried, format.carried)),
    // A blank text is refused.
    ...(text.trim() === '' ? [] : format.text(turn)),
    ...calls.map(format.call),
  ];
}

/** Functions that were called in earlier turns. These formats require them as tools, even if none may be called now. */
export function calledFunctions({ turns }: ModelCall): readonly ToolFunction[] {
  const names = new Set(turns.flatMap(({ calls = [] }) => calls.map(({ name }) => name)));
  return [...names].map((name) => ({ name, strict: false }));
}
