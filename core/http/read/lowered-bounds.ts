import { loadConfig, type Limits } from '../../config.ts';
import type { FieldError } from '../../errors.ts';
import { isRecord } from '../../text/plain-json.ts';

/** The place of a schema, below the components of the OpenAPI document. */
type Path = readonly string[];

/** A bound in the request's schema that the operator can lower. */
interface Bound {
  /** Matches the pointer of the field in a request. */
  readonly pointer: RegExp;
  readonly paths: readonly Path[];
  readonly keyword: 'maxItems' | 'maxLength' | 'maximum';
  readonly of: (limits: Limits) => number;
}

const BOTH = ['PromptRequest', 'CompareRequest'] as const;

const entries = (name: string, of: Bound['of'], schemas: readonly string[] = BOTH): Bound => ({
  pointer: new RegExp(`^/${name}$`),
  paths: schemas.map((schema) => [schema, 'properties', name]),
  keyword: 'maxItems',
  of,
});
/** No text has more characters than bytes. */
const text = (
  pointer: RegExp,
  paths: Bound['paths'],
  of: Bound['of'] = ({ textBytes }) => textBytes,
): Bound => ({ pointer, paths, keyword: 'maxLength', of });
const both = (...path: Path): readonly Path[] => BOTH.map((schema) => [schema, 'properties', ...path]);

const BOUNDS: readonly Bound[] = [
  entries('models', ({ models }) => models, ['PromptRequest']),
  entries('answers', ({ models }) => models, ['CompareRequest']),
  entries('judges', ({ judges }) => judges),
  entries('judge_pairs', ({ judgeRuns }) => Math.floor(judgeRuns / 2)),
  entries('attachments', ({ attachments }) => attachments),
  entries('history', ({ historyTurns }) => historyTurns),
  text(/^\/prompt$/, both('prompt'), ({ promptBytes, textBytes }) => Math.min(promptBytes, textBytes)),
  text(/^\/judge_prompt$/, both('judge_prompt')),
  text(/^\/system_prompt$/, both('system_prompt', 'oneOf', '0')),
  text(/^\/system_prompt\/\d+\/text$/, [['SystemPromptBlock', 'properties', 'text']]),
  text(/^\/history\/\d+\/content$/, [['HistoryElement', 'properties', 'content']]),
  text(/^\/answers\/\d+\/text$/, [['GivenAnswer', 'properties', 'text']]),
  text(
    /^\/attachments\/\d+\/base64$/,
    [['Attachment', 'properties', 'base64']],
    ({ attachmentBytes }) => 4 * Math.ceil(attachmentBytes / 3),
  ),
  {
    pointer: /^\/timeout_seconds$/,
    paths: both('timeout_seconds'),
    keyword: 'maximum',
    of: ({ timeoutSeconds }) => timeoutSeconds,
  },
];

/** A limit that a schema has no keyword for. It is described if it is not the default. */
interface Note {
  readonly limits: readonly (keyof Limits)[];
  readonly path: Path;
  readonly describe: (limits: Limits) => string;
}

const NOTES: readonly Note[] = [
  {
    limits: ['textBytes', 'promptBytes', 'bodyBytes'],
    path: ['PromptRequest'],
    describe: ({ textBytes, promptBytes, bodyBytes }) =>
      `${promptBytes} UTF-8 bytes of \`prompt\`, ${textBytes} of \`prompt\`, \`system_prompt\`, \`history\` and \`judge_prompt\` together, and a body of ${bodyBytes} bytes`,
  },
  {
    limits: ['judgeRuns'],
    path: ['PromptRequest', 'properties', 'judges'],
    describe: ({ judgeRuns }) => `${judgeRuns} judge runs, two per pair and judge`,
  },
  {
    limits: ['schemaBytes', 'schemaDepth', 'schemaNodes'],
    path: ['ResponseSchema'],
    describe: ({ schemaBytes, schemaDepth, schemaNodes }) =>
      `${schemaBytes} bytes as JSON, ${schemaDepth} levels and ${schemaNodes} values`,
  },
  {
    limits: ['attachmentBytes'],
    path: ['Attachment', 'properties', 'base64'],
    describe: ({ attachmentBytes }) => `${attachmentBytes} bytes before encoding`,
  },
];

const DEFAULTS = loadConfig({}).limits;

/** The OpenAPI document with the limits of this gateway. */
export function boundDocument(openapi: Buffer, limits: Limits): Buffer {
  const isChanged = (name: keyof Limits): boolean => limits[name] !== DEFAULTS[name];
  const document: unknown = JSON.parse(openapi.toString());
  for (const { paths, keyword, of } of BOUNDS) {
    for (const path of paths) {
      const schema = schemaAt(document, path);
      schema[keyword] = Math.min(Number(schema[keyword]), of(limits));
    }
  }
  for (const note of NOTES.filter((one) => one.limits.some(isChanged))) {
    const schema = schemaAt(document, note.path);
    schema['description'] =
      `${String(schema['description'])} This gateway takes at most ${note.describe(limits)}.`;
  }
  return Buffer.from(JSON.stringify(document));
}

/** @throws Error if the document has no such schema. */
function schemaAt(document: unknown, path: Path): Record<string, unknown> {
  let place = document;
  for (const step of ['components', 'schemas', ...path])
    place = typeof place === 'object' && place !== null ? Reflect.get(place, step) : undefined;
  if (!isRecord(place)) throw new Error(`openapi.json has no ${path.join('/')}`);
  return place;
}

/** Replaces the contract's bound in a message of the validator with this gateway's. */
export function boundMessage(error: FieldError, limits: Limits): FieldError {
  if (error.code !== 'length' && error.code !== 'range') return error;
  const bound = BOUNDS.find(({ pointer }) => pointer.test(error.pointer))?.of(limits);
  if (bound === undefined) return error;
  const message = error.message.replace(/\d+(?= (?:entries|characters|bytes of UTF-8)$)|\d+$/, (most) =>
    String(Math.min(Number(most), bound)),
  );
  return { ...error, message };
}
