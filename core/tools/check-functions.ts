import type { JsonObject, ToolChoice, ToolFunction, Tools } from '../contract.ts';
import type { FieldError } from '../errors.ts';

/** Every provider accepts at least 128. */
const MAX_FUNCTIONS = 128;
/** Upper bound of the levels of a schema. Each object of draft-07 within it is a level. */
const MAX_DEPTH = 32;
/** Upper bound of the values in all schemas. The event loop writes them for every attempt. */
const MAX_VALUES = 8_192;
/** Upper bound of all descriptions and schemas, in UTF-16 code units. */
const MAX_CHARACTERS = 262_144;
const NAME = /^[\w-]{1,64}$/;

/** A function of a body, without the field names of its dialect. */
interface SentFunction {
  /** Points to the function in the body. */
  readonly pointer: string;
  readonly name: string;
  readonly description: string | null | undefined;
  readonly parameters: unknown;
  readonly strict: boolean | null | undefined;
}

interface SentTools {
  readonly functions: readonly SentFunction[];
  /** The dialect's name for the parameters of a function. */
  readonly parametersField: 'parameters' | 'input_schema';
  readonly choice: ToolChoice | null | undefined;
  readonly parallel: boolean | null | undefined;
}

/**
 * Checks the functions of a body and brings them into the neutral form. It takes linear time, so call it on a thread or
 * for a body of bounded size.
 * @returns undefined if there are no functions.
 */
export function checkFunctions(
  { functions, parametersField, choice, parallel }: SentTools,
  problems: FieldError[],
): Tools | undefined {
  const names = new Set<string>();
  let room = { values: MAX_VALUES, characters: MAX_CHARACTERS };
  for (const [index, one] of functions.entries()) {
    if (index === MAX_FUNCTIONS) {
      problems.push({
        pointer: one.pointer,
        code: 'limit',
        message: `at most ${MAX_FUNCTIONS} functions; this has ${functions.length}`,
      });
      break;
    }
    if (!NAME.test(one.name))
      problems.push({
        pointer: `${one.pointer}/name`,
        code: 'invalid_value',
        message: 'must have 1 to 64 letters, digits, underscores and hyphens',
      });
    if (names.has(one.name))
      problems.push({
        pointer: `${one.pointer}/name`,
        code: 'invalid_value',
        message: 'another function has this name: give each its own',
      });
    names.add(one.name);
    const { left, problem } = readParameters(one, `${one.pointer}/${parametersField}`, room);
    if (problem !== undefined) {
      problems.push(problem);
      if (problem.code === 'limit') break;
    }
    room = left;
  }
  const choiceProblem = problemOfChoice(choice, names);
  if (choiceProblem !== undefined)
    problems.push({ pointer: '/tool_choice', code: 'invalid_value', message: choiceProblem });
  if (functions.length === 0) return undefined;
  return {
    functions: functions.slice(0, MAX_FUNCTIONS).map(functionOf),
    choice: choice ?? 'auto',
    parallel: parallel ?? true,
  };
}

function functionOf({ name, description, parameters, strict }: SentFunction): ToolFunction {
  const hasParameters = parameters !== undefined && parameters !== null;
  return {
    name,
    ...(description !== undefined && description !== null && description !== '' && { description }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- part of a parsed body, and `readParameters` has checked it
    ...(hasParameters && { parameters: parameters as JsonObject }),
    strict: strict === true,
  };
}

function problemOfChoice(choice: SentTools['choice'], names: ReadonlySet<string>): string | undefined {
  if (choice === 'required' && names.size === 0) return 'a call is required, and there are no tools';
  const isUnknown = typeof choice === 'object' && choice !== null && !names.has(choice.name);
  return isUnknown ? 'names a function that is not in tools' : undefined;
}

interface Room {
  readonly values: number;
  readonly characters: number;
}

function readParameters(
  { parameters, description, pointer: own }: SentFunction,
  pointer: string,
  room: Room,
): { readonly left: Room; readonly problem?: FieldError } {
  const left = { values: room.values, characters: room.characters - (description?.length ?? 0) };
  const end = (problem?: FieldError): ReturnType<typeof readParameters> => ({
    left,
    ...(problem !== undefined && { problem }),
  });
  if (parameters !== undefined && parameters !== null) {
    const isObject = typeof parameters === 'object' && !Array.isArray(parameters);
    const type = isObject && 'type' in parameters ? parameters.type : undefined;
    if (!isObject || (type !== undefined && type !== 'object'))
      return end({
        pointer,
        code: 'schema',
        message: 'must be a JSON Schema of an object: {"type": "object", "properties": {...}}',
      });
    if (!weigh(parameters, 0, left))
      return end({ pointer, code: 'limit', message: `at most ${MAX_DEPTH} levels deep` });
  }
  if (left.values >= 0 && left.characters >= 0) return end();
  const message = `all functions together may have ${MAX_VALUES} values and ${MAX_CHARACTERS} characters: send fewer, or shorter ones`;
  return end({ pointer: own, code: 'limit', message });
}

/** Stops once a bound is exceeded. @returns false if the value is too deep. */
function weigh(value: unknown, depth: number, left: { values: number; characters: number }): boolean {
  left.values -= 1;
  if (typeof value === 'string') left.characters -= value.length;
  if (typeof value !== 'object' || value === null || left.values < 0) return true;
  if (depth === MAX_DEPTH) return false;
  return Object.entries(value).every(([key, inner]) => {
    left.characters -= key.length;
    return weigh(inner, depth + 1, left);
  });
}
