import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PROBLEMS } from '../../../core/errors.ts';
import document from '../../../core/generated/openapi.json' with { type: 'json' };
import { followReference, type Part } from './follow-reference.ts';

/** An answer of the gateway's public listener, as it went over the wire. */
export interface HttpAnswer {
  readonly method: string;
  /** Without a query. */
  readonly path: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

interface Response {
  readonly headers?: Readonly<Record<string, Part<{ readonly required?: boolean }>>>;
  /** None where the answer has no body. */
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, unknown>> }>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Part<Response>>>;
}

const PATHS = document.paths as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
/** For people, in a browser; the description is for programs. */
const PAGES = /^\/(docs|console)(\/|$)/;
/** What an address may answer that the description does not have: it has no responses of its own. */
const OF_NO_OPERATION = [
  'malformed-http',
  'small-chunks',
  'request-timeout',
  'headers-too-large',
  'internal',
] as const;

/**
 * Where an answer is not what openapi.json says of its operation: status, media type, body, headers. Of an address or a
 * method that is not described, that it is the problem which says so.
 */
export function undocumentedIn(answer: HttpAnswer): readonly string[] {
  // A browser is led from there to the console's page.
  const leadsToPage = answer.path === '/' && answer.status === 302;
  if (PAGES.test(answer.path) || leadsToPage) return [];
  const template = Object.keys(PATHS).find((path) => patternOf(path).test(answer.path));
  const operation = template === undefined ? undefined : PATHS[template]?.[answer.method.toLowerCase()];
  const found =
    template === undefined || operation === undefined
      ? problemsOfRefusal(answer, template === undefined ? 'not-found' : 'method-not-allowed')
      : problemsOf(answer, {
          operation,
          at: `/paths/${pointerPart(template)}/${answer.method.toLowerCase()}`,
        });
  return found.map((problem) => `${answer.method} ${answer.path} -> ${answer.status}: ${problem}`);
}

function problemsOfRefusal(answer: HttpAnswer, code: 'not-found' | 'method-not-allowed'): readonly string[] {
  const allowed = [code, ...OF_NO_OPERATION].map((one) => `urn:assay:problem:${one}`);
  // Such an answer has no body that could say which problem it is.
  if (answer.method === 'HEAD')
    return answer.status === PROBLEMS[code].status ? [] : ['another status is due'];
  const type = typeOf(answer);
  // Below it errors have another form.
  if (answer.path.startsWith('/v1/'))
    return faultsOf('/components/schemas/ErrorResponse', parsed(answer.text)?.value);
  if (type !== 'application/problem+json') return [`media type ${type}, where a problem is due`];
  const problem = parsed(answer.text);
  const kind = problem === undefined ? undefined : Object(problem.value).type;
  if (!allowed.includes(kind)) return [`${kind} for an address or a method that openapi.json does not have`];
  return faultsOf('/components/schemas/Problem', problem?.value);
}

function problemsOf(
  answer: HttpAnswer,
  { operation, at }: { readonly operation: Operation; readonly at: string },
): readonly string[] {
  const described = operation.responses[String(answer.status)];
  const listed = Object.keys(operation.responses).join(', ');
  if (described === undefined) return [`the status is not listed; listed are ${listed}`];
  const { part: response, pointer: where } = followReference(
    document,
    described,
    `${at}/responses/${answer.status}`,
  );
  const wrongHeaders = problemsOfHeaders(answer, { headers: response.headers ?? {}, where });
  if (response.content === undefined)
    return answer.text === '' ? wrongHeaders : [...wrongHeaders, 'a body where none is due'];
  const type = typeOf(answer);
  const media = response.content[type];
  if (media === undefined)
    return [`media type "${type}" is not listed; listed are ${Object.keys(response.content).join(', ')}`];
  return [
    ...wrongHeaders,
    ...problemsOfBody(answer, { type, codes: Object.keys(media.examples ?? {}), where }),
  ];
}

function problemsOfBody(
  { status, text }: HttpAnswer,
  {
    type,
    codes,
    where,
  }: { readonly type: string; readonly codes: readonly string[]; readonly where: string },
): readonly string[] {
  const schema = `${where}/content/${pointerPart(type)}/schema`;
  if (type === 'text/event-stream') return faultsOf(`${schema}/contentSchema`, readEvents(text));
  const body = parsed(text);
  if (body === undefined) return ['the body is no JSON'];
  const faults = faultsOf(schema, body.value);
  if (type !== 'application/problem+json') return faults;
  const code = codes.find((one) => Object(body.value).type === `urn:assay:problem:${one}`);
  if (code === undefined) return [...faults, `${Object(body.value).type} is not listed for this status`];
  return PROBLEMS[code as keyof typeof PROBLEMS].status === status
    ? faults
    : [...faults, `${code} has another status`];
}

function problemsOfHeaders(
  answer: HttpAnswer,
  { headers, where }: { readonly headers: NonNullable<Response['headers']>; readonly where: string },
): readonly string[] {
  return Object.entries(headers).flatMap(([name, described]) => {
    const at = `${where}/headers/${pointerPart(name)}`;
    const { part: header, pointer } = followReference(document, described, at);
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) return header.required === true ? [`the header ${name} is missing`] : [];
    return faultsOf(`${pointer}/schema`, /^\d+$/.test(value) ? Number(value) : value).map(
      (fault) => `header ${name}${fault}`,
    );
  });
}

/**
 * As the gateway writes them: an id and a name where they have one, and one line of data. What is neither that nor a
 * comment stands as its text.
 */
function readEvents(text: string): readonly unknown[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const [, id, event, data] =
        /^(?:id: ([^\n]*)\n)?(?:event: ([\w.]+)\n)?data: ([^\n]*)$/.exec(block) ?? [];
      if (data === undefined) return block;
      const named = { ...(id !== undefined && { id }), ...(event !== undefined && { event }) };
      return { ...named, data: data === '[DONE]' ? data : parsed(data)?.value };
    });
}

function typeOf({ headers }: HttpAnswer): string {
  return headers['content-type']?.split(';')[0]?.trim() ?? '';
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, validateFormats: false });
ajv.addSchema(document, 'openapi.json');
const compiled = new Map<string, ValidateFunction>();

/** @param pointer of a schema in openapi.json; each is compiled once. */
function faultsOf(pointer: string, value: unknown): readonly string[] {
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi.json#${pointer}` });
  compiled.set(pointer, validate);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** RFC 6901, in the fragment of an address. */
function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function patternOf(template: string): RegExp {
  const literal = template.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${literal.join('[^/]+')}$`);
}
