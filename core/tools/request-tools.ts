import type { Json, Tools } from '../contract.ts';
import type { SharedPart, Text } from '../text/shared-text.ts';

/** A call of an earlier turn. `LongText` is the type of texts that may be long. */
interface ToolCallOf<LongText> {
  /** The ID that the client sent. `call-id.ts` opens it. */
  readonly id: string;
  readonly name: string;
  /** The JSON text that the client sent, even if it is invalid. */
  readonly arguments: LongText;
  /** Set for long arguments: the JSON value of a body, in UTF-8. */
  readonly value?: Uint8Array<SharedArrayBuffer>;
  /** The data that the ID carries for the model. Set once the request is planned for that model. */
  readonly carried?: Json | undefined;
}

/** The result of a call. */
interface ToolResultOf<LongText> {
  /** The ID of the call, as the client sent it. */
  readonly id: string;
  /** The name of the function that was called. */
  readonly name: string;
  readonly content: LongText;
  readonly isError: boolean;
}

/** The calls or the results of one turn. */
interface ToolTurnOf<LongText> {
  /** The index of the turn in `history`, or the length of `history` for the turn that ends with the prompt. */
  readonly at: number;
  readonly calls: readonly ToolCallOf<LongText>[];
  readonly results: readonly ToolResultOf<LongText>[];
}

/**
 * The parts of a request that a prompt request has no fields for: its functions, and the calls and results of its
 * conversation. The texts of the conversation are in `history` and `prompt`.
 */
interface ToolsOf<LongText> extends Tools {
  /** In the order of the conversation. Turns without calls and results are left out. */
  readonly turns: readonly ToolTurnOf<LongText>[];
}

/** The tools that the translation of a dialect returns. */
export type TranslatedTools = ToolsOf<string>;
/** The tools that a thread sends to the event loop. */
export type SharedTools = ToolsOf<string | SharedPart>;
/** The tools that the pipeline uses. */
export type RequestTools = ToolsOf<Text>;
export type RequestToolCall = ToolCallOf<Text>;
export type RequestToolResult = ToolResultOf<Text>;
