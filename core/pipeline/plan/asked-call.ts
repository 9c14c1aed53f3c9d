import type { ModelCall, TextBlock, Turn } from '../../contract.ts';
import { JsonSlots } from '../../text/json-slots.ts';
import { isBlank, type Text } from '../../text/shared-text.ts';

/** A block of system text, which may be long. */
export interface AskedBlock extends Omit<TextBlock, 'text'> {
  readonly text: Text;
}

/** A turn, whose text may be long. */
export interface AskedTurn extends Omit<Turn, 'text'> {
  readonly text: Text;
}

/** A planned call. It differs from the `ModelCall` that a plugin gets in that its texts may be long. */
export interface AskedCall extends Omit<ModelCall, 'system' | 'turns'> {
  readonly system: readonly AskedBlock[];
  readonly turns: readonly AskedTurn[];
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

/** What a long blank text is sent as: formats that refuse blank texts leave it out, as they do a short one. */
const BLANK = ' ';

/**
 * Replaces long texts by placeholders, because a plugin takes only strings. The texts are written with the body, not
 * here, because a request may ask 64 judges in one turn of the event loop.
 */
export function wireCall(asked: AskedCall): WireCall {
  if (isShort(asked)) return { call: asked, placeholders: undefined };
  const placeholders = new JsonSlots();
  const written = (text: Text): string =>
    typeof text === 'string' ? text : isBlank(text) ? BLANK : placeholders.hold(() => text.json);
  const system = asked.system.map((block) => ({ ...block, text: written(block.text) }));
  const turns = asked.turns.map((turn) => ({ ...turn, text: written(turn.text) }));
  return { call: { ...asked, system, turns }, placeholders };
}

function isShort(asked: AskedCall): asked is ModelCall {
  for (const { text } of asked.system) if (typeof text !== 'string') return false;
  for (const { text } of asked.turns) if (typeof text !== 'string') return false;
  return true;
}
