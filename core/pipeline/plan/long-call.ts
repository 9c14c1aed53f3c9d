import type { ModelCall, TextBlock, ToolCall, Turn } from '../../contract.ts';
import type { RequestToolCall, RequestToolResult } from '../../tools/request-tools.ts';
import { inputOf } from '../../tools/call-input.ts';
import { JsonSlots } from '../../text/json-slots.ts';
import { isBlank, type Text } from '../../text/shared-text.ts';

/** A block of system text, which may be long. */
export interface LongBlock extends Omit<TextBlock, 'text'> {
  readonly text: Text;
}

/** A turn, whose texts may be long. */
export interface LongTurn extends Omit<Turn, 'text' | 'calls' | 'results'> {
  readonly text: Text;
  readonly calls?: readonly RequestToolCall[];
  readonly results?: readonly RequestToolResult[];
}

/** A planned call. It differs from the `ModelCall` that a plugin gets in that its texts may be long. */
export interface LongCall extends Omit<ModelCall, 'system' | 'turns'> {
  readonly system: readonly LongBlock[];
  readonly turns: readonly LongTurn[];
}

/** A call as a plugin sees it. */
export interface WireCall {
  readonly call: ModelCall;
  /**
   * The long texts behind the placeholders. `encodeBody` puts them into the body that the plugin builds. Undefined if
   * no text is long.
   */
  readonly placeholders: JsonSlots | undefined;
}

/** Sent in place of a long blank text, so that formats that refuse blank texts leave it out like a short one. */
const BLANK = ' ';

/**
 * Replaces long texts by placeholders, because a plugin takes only strings. The texts are written with the body, not
 * here, because a request may ask 64 judges in one turn, and writing them all at once would block the event loop.
 */
export function wireCall(longCall: LongCall): WireCall {
  if (isShort(longCall)) return { call: longCall, placeholders: undefined };
  const placeholders = new JsonSlots();
  const { system, turns, ...rest } = longCall;
  const written = (text: Text): string =>
    typeof text === 'string' ? text : placeholders.addText(() => text.json);
  const visible = (text: Text): string => (isBlank(text) && typeof text !== 'string' ? BLANK : written(text));
  const callOf = ({ value, ...call }: RequestToolCall): ToolCall => ({
    ...call,
    arguments: written(call.arguments),
    input:
      value === undefined
        ? inputOf(typeof call.arguments === 'string' ? call.arguments : '')
        : placeholders.addValue(() => [value]),
  });
  const call = {
    ...rest,
    system: system.map((block) => ({ ...block, text: visible(block.text) })),
    turns: turns.map(({ calls, results, ...turn }) => ({
      ...turn,
      text: visible(turn.text),
      ...(calls !== undefined && { calls: calls.map(callOf) }),
      ...(results !== undefined && {
        results: results.map((result) => ({ ...result, content: written(result.content) })),
      }),
    })),
  };
  return { call, placeholders };
}

/** Calls of earlier turns get their `input` here, so a call with some is never short. */
function isShort(longCall: LongCall): longCall is LongCall & ModelCall {
  for (const { text } of longCall.system) if (typeof text !== 'string') return false;
  for (const { text, calls, results } of longCall.turns)
    if (typeof text !== 'string' || calls !== undefined || results !== undefined) return false;
  return true;
}
