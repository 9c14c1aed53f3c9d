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
  /** The long texts behind the placeholders. `encodeBody` puts them into the body that the plugin builds. */
  readonly placeholders: JsonSlots;
}

/** What a long blank text is sent as: formats that refuse blank texts leave it out, as they do a short one. */
const BLANK = ' ';

/**
 * Plugins know strings alone: in the place of a long text they get a placeholder. Nothing of the text is written before the
 * body is: 64 judges are asked in one turn of the event loop.
 */
export function wireCall(asked: AskedCall): WireCall {
  const placeholders = new JsonSlots();
  if (isShort(asked)) return { call: asked, placeholders };
  const written = (text: Text): string =>
    typeof text === 'string' ? text : isBlank(text) ? BLANK : placeholders.hold(() => text.json);
  const system = asked.system.map((block) => ({ ...block, text: written(block.text) }));
  const turns = asked.turns.map((turn) => ({ ...turn, text: written(turn.text) }));
  return { call: { ...asked, system, turns }, placeholders };
}

function isShort(asked: AskedCall): asked is ModelCall {
  const isString = ({ text }: AskedBlock): boolean => typeof text === 'string';
  return asked.system.every(isString) && asked.turns.every(isString);
}
