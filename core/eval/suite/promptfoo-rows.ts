import { dirname } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { Json, JsonObject } from '../../contract.ts';
import { isJsonArray, isJsonObject, objectIn } from '../../manifests/load/json-values.ts';
import { pointerOf, type ManifestPath } from '../../manifests/load/manifest-source.ts';
import { textOf } from './filled-row.ts';
import { fillTemplate } from './fill-template.ts';
import { readBelow } from './read-below.ts';
import type { ReadRows, RowsText } from './rows-text.ts';
import type { SuiteProblem } from './suite-problem.ts';
import { MAX_PROMPTS_BYTES, MAX_ROWS, type Row } from './suite.ts';

const FILE = 'file://';
/** Another program's file may use anchors, but not to grow without end. */
const MAX_ALIASES = 1_000;
const MAX_TAGS = 20;
const MAX_TAG = 100;

/** One prompt of the file, and what rows of it are called. */
interface Template {
  readonly text: string;
  /** Empty if there is only one. */
  readonly suffix: string;
}

/**
 * promptfoo's test cases: a list of them, or a whole configuration with `prompts` and `tests`. Each test is filled into
 * each prompt; a list as a value makes a row for every one of its values. Assertions and everything else of promptfoo's
 * are left out, and the notes say so.
 */
export async function promptfooRows({ file, text, template }: RowsText): Promise<ReadRows> {
  const read = parsed(file, text);
  if ('problem' in read) return { rows: [], problems: [read.problem], notes: [] };
  const { value, at } = read;
  const { tests, prompts, shared } = partsOf(value);
  if (tests === undefined) {
    const message = 'must be a list of promptfoo’s test cases; other files are not read';
    return { rows: [], problems: [at(['tests'], message)], notes: [] };
  }
  const templates = await templatesOf(prompts, template, file);
  if ('wrong' in templates) return { rows: [], problems: [at(['prompts'], templates.wrong)], notes: [] };
  const rows: Row[] = [];
  const problems: SuiteProblem[] = [];
  const room = { rows: MAX_ROWS, bytes: MAX_PROMPTS_BYTES };
  let asserts = 0;
  for (const [place, test] of tests.entries()) {
    const where = [...(isJsonArray(value) ? [] : ['tests']), place];
    if (!isJsonObject(test)) {
      problems.push(at(where, 'must be a test case with `vars`'));
      continue;
    }
    if ('assert' in test) asserts += 1;
    const found = rowsOf(test, { templates: templates.list, shared, name: String(place + 1), room });
    if ('wrong' in found) problems.push(at([...where, 'vars'], found.wrong));
    else for (const row of found.rows) rows.push(row);
    if ('isTooMuch' in found) break;
  }
  const unchecked = `Assertions are not checked (${asserts} of ${tests.length} test cases ${asserts === 1 ? 'has' : 'have'} some): judges compare the answers instead.`;
  return { rows, problems, notes: asserts === 0 ? [] : [unchecked] };
}

type At = (path: ManifestPath, message: string) => SuiteProblem;

function parsed(
  file: string,
  text: string,
): { readonly value: Json; readonly at: At } | { readonly problem: SuiteProblem } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const place = (offset: number): Pick<SuiteProblem, 'file' | 'line' | 'column'> => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const [error] = document.errors;
  if (error !== undefined)
    return { problem: { ...place(error.pos[0]), path: '', message: `is not YAML: ${error.message}` } };
  const at: At = (path, message) => {
    const node = document.getIn(path, true) ?? document.getIn(path.slice(0, -1), true);
    const offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
    return { ...place(offset), path: pointerOf(path), message };
  };
  try {
    const value: Json = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { value, at };
  } catch (cause) {
    return { problem: at([], `cannot be read: ${cause instanceof Error ? cause.message : 'not YAML'}`) };
  }
}

interface Parts {
  readonly tests: readonly Json[] | undefined;
  readonly prompts: Json | undefined;
  /** Values that every test has unless it brings its own. */
  readonly shared: JsonObject;
}

function partsOf(value: Json): Parts {
  if (isJsonArray(value)) return { tests: value, prompts: undefined, shared: {} };
  if (!isJsonObject(value)) return { tests: undefined, prompts: undefined, shared: {} };
  const { tests, prompts } = value;
  const shared = objectIn(objectIn(value, 'defaultTest'), 'vars');
  return { tests: isJsonArray(tests) ? tests : undefined, prompts, shared };
}

async function templatesOf(
  prompts: Json | undefined,
  template: string | undefined,
  file: string,
): Promise<{ readonly list: readonly Template[] } | { readonly wrong: string }> {
  if (template !== undefined) return { list: [{ text: template, suffix: '' }] };
  const given = isJsonArray(prompts) ? prompts : prompts === undefined ? [] : [prompts];
  if (given.length === 0)
    return { wrong: 'are missing; give the suite a `template`, such as "{{question}}"' };
  const list: Template[] = [];
  for (const [place, one] of given.entries()) {
    const raw = isJsonObject(one) ? (one['raw'] ?? one['id']) : one;
    if (typeof raw !== 'string') return { wrong: `number ${place + 1} must be a text` };
    const suffix = given.length === 1 ? '' : `.${place + 1}`;
    if (!raw.startsWith(FILE)) list.push({ text: raw, suffix });
    else {
      const read = await readBelow(dirname(file), raw.slice(FILE.length));
      if ('wrong' in read) return { wrong: `${raw} ${read.wrong}` };
      list.push({ text: read.text, suffix });
    }
  }
  return { list };
}

interface TestContext {
  readonly templates: readonly Template[];
  readonly shared: JsonObject;
  readonly name: string;
  readonly room: Room;
}

/** What the rows of further tests may take. */
interface Room {
  rows: number;
  bytes: number;
}

type Wrong = { readonly wrong: string; readonly isTooMuch?: true };

/** What it makes is taken from the room. */
function rowsOf(
  test: JsonObject,
  { templates, shared, name, room }: TestContext,
): { readonly rows: readonly Row[] } | Wrong {
  const vars = { ...shared, ...objectIn(test, 'vars') };
  const choices = Object.values(vars).map((value) => (isJsonArray(value) ? value.length : 1));
  if (choices.includes(0)) return { rows: [] };
  // Counted before anything is made: a small file may describe billions.
  room.rows -= choices.reduce((product, count) => product * count, templates.length);
  if (room.rows < 0)
    return { wrong: `make more than ${MAX_ROWS} prompts, with the tests before`, isTooMuch: true };
  const combined = combinations(vars);
  if ('wrong' in combined) return combined;
  const rows: Row[] = [];
  for (const [place, values] of combined.list.entries()) {
    for (const { text, suffix } of templates) {
      const filled = fillTemplate(text, values);
      if ('wrong' in filled) return filled;
      if (filled.text.trim() === '') return { wrong: 'make an empty prompt' };
      room.bytes -= Buffer.byteLength(filled.text);
      if (room.bytes < 0)
        return {
          wrong: `make more than ${MAX_PROMPTS_BYTES} bytes of prompts, with the tests before`,
          isTooMuch: true,
        };
      const id = `${name}${combined.list.length === 1 ? '' : `-${place + 1}`}${suffix}`;
      rows.push({ id, prompt: filled.text, tags: tagsOf(test) });
    }
  }
  return { rows };
}

/** Every choice of one value for each name. */
function combinations(vars: JsonObject): { readonly list: readonly ReadonlyMap<string, string>[] } | Wrong {
  let list: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const [name, value] of Object.entries(vars)) {
    const choices = (isJsonArray(value) ? value : [value]).map(textOf);
    if (choices.some((choice) => choice === undefined))
      return { wrong: `/${name} must be a text or a list of texts` };
    if (choices.some((choice) => choice?.startsWith(FILE) === true))
      return { wrong: `/${name} is a file, which is not read; write its text there` };
    list = list.flatMap((values) => choices.map((choice = '') => new Map([...values, [name, choice]])));
  }
  return { list };
}

/** `metadata: { topic: maths }` becomes the tag `topic=maths`. */
function tagsOf(test: JsonObject): readonly string[] {
  const tags = Object.entries(objectIn(test, 'metadata')).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [`${name}=${text}`.slice(0, MAX_TAG)];
  });
  return tags.slice(0, MAX_TAGS);
}
