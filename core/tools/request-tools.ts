import type { Json, Tools } from '../contract.ts';
import type { SharedPart, Text } from '../text/shared-text.ts';

/** A call of an earlier turn. `LongText` is how a text is kept that may be long. */
export interface ToolCallOf<LongText> {
  /** As the client sent it: `call-id.ts` opens it. */
  readonly id: string;
  readonly name: string;
  /** JSON text as the client sent it, valid or not. */
  readonly arguments: LongText;
  /** Of long arguments, UTF-8: the JSON value that a body holds for them. */
  readonly value?: Uint8Array<SharedArrayBuffer>;
  /** What the ID carried for the model that is asked. Set once the request is planned for it. */
  readonly carried?: Json | undefined;
}

/** What a call came to. */
export interface ToolResultOf<LongText> {
  /** Of the call, as the client sent it. */
  readonly id: string;
  /** Of the function that was called. */
  readonly name: string;
  readonly content: LongText;
  readonly isError: boolean;
}

/** The calls or the results of one turn. */
export interface ToolTurnOf<LongText> {
  /** Index of the turn: an entry of `history`, or its length for the turn that ends with the prompt. */
  readonly at: number;
  readonly calls: readonly ToolCallOf<LongText>[];
  readonly results: readonly ToolResultOf<LongText>[];
}

/**
 * What a request has beside a prompt request, if it has tools or calls: its functions, and the calls and results of its
 * conversation, whose texts stay in `history` and `prompt`.
 */
export interface ToolsOf<LongText> extends Tools {
  /** In the order of the turns; those without calls and results are left out. */
  readonly turns: readonly ToolTurnOf<LongText>[];
}

/** As a dialect translates them. */
export type TranslatedTools = ToolsOf<string>;
/** As a thread hands them to the event loop. */
export type TakenTools = ToolsOf<string | SharedPart>;
/** As the pipeline has them. */
export type RequestTools = ToolsOf<Text>;
export type RequestToolCall = ToolCallOf<Text>;
export type RequestToolResult = ToolResultOf<Text>;
