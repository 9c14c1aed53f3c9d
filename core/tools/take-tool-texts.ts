import { sharePart, SharedText, type SharedPart, type Text } from '../text/shared-text.ts';
import { SHORT_CHARACTERS } from '../text/take-texts.ts';
import type { RequestTools, TranslatedTools, SharedTools } from './request-tools.ts';
import { inputOf } from './call-input.ts';

/** Takes the long arguments and results out of a request's tools. It reads all of them, so call it on a thread. */
export function takeToolTexts({ turns, ...tools }: TranslatedTools): SharedTools {
  return {
    ...tools,
    turns: turns.map(({ at, calls, results }) => ({
      at,
      calls: calls.map((call) =>
        isLong(call.arguments)
          ? { ...call, arguments: sharePart(call.arguments), value: valueOf(call.arguments) }
          : call,
      ),
      results: results.map((result) =>
        isLong(result.content) ? { ...result, content: sharePart(result.content) } : result,
      ),
    })),
  };
}

function isLong(text: string): boolean {
  return text.length > SHORT_CHARACTERS;
}

/** The text itself if it is an object, because parsing would round numbers with many digits. */
function valueOf(text: string): Uint8Array<SharedArrayBuffer> {
  const input = inputOf(text);
  const json = input['invalid_json'] === text ? JSON.stringify(input) : text.trim() === '' ? '{}' : text;
  const value = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(json)));
  Buffer.from(value.buffer).write(json, 'utf8');
  return value;
}

/** The same tools in the form that the pipeline uses. Nothing is copied. */
export function toolsOfShared({ turns, ...tools }: SharedTools): RequestTools {
  return {
    ...tools,
    turns: turns.map(({ at, calls, results }) => ({
      at,
      calls: calls.map((call) => ({ ...call, arguments: textOf(call.arguments) })),
      results: results.map((result) => ({ ...result, content: textOf(result.content) })),
    })),
  };
}

function textOf(text: string | SharedPart): Text {
  return typeof text === 'string' ? text : new SharedText([text]);
}
