import { compileComponent } from '../support/answers/openapi-component.ts';
import { PROBLEMS } from '../../core/errors.ts';
import type { RawReply } from '../support/clients/keep-alive-client.ts';
import { dueOf, type FuzzCase } from './fuzz-case.ts';
import { CANARY } from './valid-request.ts';

/** Bytes; so low that a body past it is made in no time. */
export const MAX_BODY_BYTES = 262_144;

/**
 * What a body can be answered with, where the key is good and the balance large. The description of the interface knows
 * more statuses; each of those would be wrong here. `unavailable` is right where the machine is too busy for the worker
 * thread to have its turn: it says nothing of the body, so it is counted, and has a bound in `fuzz-target.ts`.
 */
const CODES = ['validation-failed', 'malformed-json', 'payload-too-large', 'unavailable'] as const;

const components = {
  '/api/v1/prompt': compileComponent('PromptResponse'),
  '/api/v1/prompt/quote': compileComponent('QuoteResponse'),
  problem: compileComponent('Problem'),
};

/** What is wrong with the answer to a body, by what can be said without the gateway's own code; nothing where all is well. */
export function problemsWith(asked: FuzzCase, { status, headers, body }: RawReply): readonly string[] {
  const answer = readJson(Buffer.from(body));
  if (answer === undefined) return [`status ${status} with a body that is no JSON`];
  const problems =
    status === 200 ? taken(asked, answer.value) : refused(asked, { status, answer: answer.value });
  if (status === 503 && !headers.has('retry-after'))
    problems.push('a 503 that does not say when to come back');
  const type = status === 200 ? 'application/json' : 'application/problem+json';
  if (headers.get('content-type')?.split(';')[0] !== type) problems.push(`status ${status} is not ${type}`);
  if (headers.get('cache-control') !== 'no-store') problems.push('the answer may be cached');
  if (headers.get('x-content-type-options') !== 'nosniff') problems.push('the answer may be sniffed');
  return problems;
}

function taken({ kind, path, body }: FuzzCase, answer: unknown): string[] {
  const problems: string[] = [];
  if (dueOf(kind) === 'refused') problems.push(`${kind} was taken`);
  const isAsDescribed = components[path];
  if (!isAsDescribed(answer))
    problems.push(`not as described: ${JSON.stringify(isAsDescribed.errors?.slice(0, 3))}`);
  if (body.length > MAX_BODY_BYTES) problems.push('a body over the limit was taken');
  const asked = modelsIn(readJson(body)?.value);
  if (asked === undefined) return [...problems, 'a body was taken that names no models'];
  const entries = Object(answer)[path === '/api/v1/prompt' ? 'results' : 'models'] as readonly {
    modelId: string;
  }[];
  if (JSON.stringify(entries.map(({ modelId }) => modelId)) !== JSON.stringify(asked))
    problems.push('the results are not the models asked for, in their order');
  return problems;
}

function refused(
  { kind, body }: FuzzCase,
  { status, answer }: { readonly status: number; readonly answer: unknown },
): string[] {
  const problems: string[] = [];
  if (!components.problem(answer))
    return [`status ${status} with no problem: ${JSON.stringify(answer).slice(0, 200)}`];
  const problem = answer as { type: string; title: string; status: number };
  const code = CODES.find((one) => problem.type === `urn:assay:problem:${one}`);
  if (code === undefined || PROBLEMS[code].status !== status)
    problems.push(`status ${status} as ${problem.type}`);
  else if (problem.title !== PROBLEMS[code].title || problem.status !== status)
    problems.push('title or status in the problem are another’s');
  if (code === 'unavailable') return problems;
  if (dueOf(kind) === 'taken') problems.push('a valid request was refused');
  if ((code === 'payload-too-large') !== body.length > MAX_BODY_BYTES)
    problems.push(`a body of ${body.length} bytes as ${problem.type}`);
  if (readJson(body) === undefined && code === 'validation-failed')
    problems.push('a body that is no JSON was read as JSON');
  // A pointer names the place, which may be a key of the caller's.
  const said = JSON.stringify(answer, (key, value: unknown) => (key === 'pointer' ? '' : value));
  if (said.includes(CANARY)) problems.push('a value of the request is repeated');
  return problems;
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** By JavaScript's own reader. */
function readJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(DECODER.decode(bytes)) as unknown };
  } catch {
    return undefined;
  }
}

function modelsIn(request: unknown): readonly unknown[] | undefined {
  const { models } = Object(request) as { models?: unknown };
  return Array.isArray(models) ? models : undefined;
}
