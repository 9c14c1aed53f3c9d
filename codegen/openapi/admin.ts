import type { JsonObject } from '../../core/contract.ts';
import { ADMIN_PROBLEMS, PROBLEMS, type AdminProblemCode } from '../../core/errors.ts';
import type { AdminOperation } from '../../core/api/admin-operation.ts';
import { ADMIN_OPERATIONS, ADMIN_SEGMENTS } from '../../core/api/admin-operations.ts';
import { asJsonArray, isJsonObject, mapMembers, objectIn } from '../../core/schema/json-values.ts';
import { without } from '../../core/manifests/load/schema-walk.ts';
import {
  component,
  idempotencyHeader,
  pathItems,
  pathParameters,
  queryParameters,
} from './operation-parts.ts';
import { documentText } from './document-text.ts';
import { componentsOf } from './schema.ts';
import { shareComponents } from './share-components.ts';

const BASE = '/admin/v1';

interface AdminSchemas {
  /** Has a property for each operation with a body. The first example of a body is the example of its operation. */
  readonly requests: JsonObject;
  readonly answers: JsonObject;
  readonly problem: JsonObject;
}

/** The OpenAPI 3.1 description of the administration API. */
export function emitAdminOpenApi({ requests, answers, problem }: AdminSchemas): string {
  const bodies = mapMembers(objectIn(requests, 'definitions'), (body) =>
    isJsonObject(body) ? without(body, ['examples']) : body,
  );
  const components = componentsOf([{ ...requests, definitions: bodies }, answers, problem]);
  const { operations, components: shared } = shareComponents({ paths: describedPaths(requests) });
  const document: JsonObject = {
    openapi: '3.1.0',
    info: {
      title: 'Assay administration',
      version: '1',
      summary: 'What the assay commands do, over HTTP.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The operators’ port of the gateway this came from.' }],
    tags: TAGS,
    security: [{ adminToken: [] }],
    ...operations,
    components: {
      securitySchemes: {
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made with `assay admin-token create`.',
        },
      },
      ...shared,
      // These contain only references to the others.
      schemas: without(components, ['AdminRequests', 'AdminAnswers']),
    },
  };
  return documentText(document);
}

const INTRODUCTION = `It is off, and answers 404, while there is no admin token. A token with the scope \`read\` may send \`GET\`; one with \`write\`
may do all. Unknown fields are an error, and every error is a problem of RFC 9457. Every change is in the audit log, under the
name of the token.`;

const TAGS = [
  { name: 'Accounts', description: 'Accounts, their credits and settings.' },
  { name: 'Keys', description: 'API keys.' },
  { name: 'Webhooks', description: 'Where accounts are told of requests, and what was not taken.' },
  { name: 'Gateway', description: 'Usage, models, the registry and the audit log.' },
] as const satisfies readonly JsonObject[];

function describedPaths(requests: JsonObject): JsonObject {
  return pathItems<AdminOperation>(
    ADMIN_OPERATIONS,
    (id, row) => describe(id, row, bodyOf(id, requests)),
    BASE,
  );
}

function describe(id: string, row: AdminOperation, body: JsonObject | undefined): JsonObject {
  const { tag, summary, description, path, query, idempotencyKey, answer, refusal } = row;
  const segments = Object.fromEntries(
    Object.entries(ADMIN_SEGMENTS).filter(([name]) => path.includes(`{${name}}`)),
  );
  const parameters = [
    ...pathParameters(segments),
    ...queryParameters(query),
    ...(idempotencyKey === undefined ? [] : [idempotencyHeader(idempotencyKey)]),
  ];
  const content: JsonObject = {
    'application/json': {
      schema: typeof answer.schema === 'string' ? component(answer.schema) : answer.schema,
    },
    ...(answer.csv === true && { 'text/csv': { schema: { type: 'string' } } }),
  };
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && { requestBody: body }),
    responses: {
      [row.status ?? 200]: { description: answer.description, content },
      ...(refusal !== undefined && { [refusal.status]: { description: refusal.description, content } }),
      ...problemsOf([
        ...(body === undefined ? [] : ([413, 415] as const)),
        ...(row.method === 'get' ? [] : (['scope-missing'] as const)),
        ...OF_ANY,
        ...(row.problems ?? []),
      ]),
    },
  };
}

function bodyOf(id: string, requests: JsonObject): JsonObject | undefined {
  const { $ref: reference } = objectIn(objectIn(requests, 'properties'), id);
  if (typeof reference !== 'string') return undefined;
  const name = reference.replace('#/definitions/', '');
  const { examples } = objectIn(objectIn(requests, 'definitions'), name);
  const [example] = asJsonArray(examples);
  if (example === undefined) throw new Error(`${name} in admin-requests.schema.json needs an example`);
  return { required: true, content: { 'application/json': { schema: component(name), example } } };
}

/** 404 also if the API is off. */
const OF_ANY = [400, 'token-invalid', 'unknown', 429, 500, 'outcome-unknown'] as const;

/** @param problems codes of this API, or statuses of problems that the public API has too. */
function problemsOf(problems: readonly (AdminProblemCode | number)[]): JsonObject {
  const statusTitles = problems.map((problem) =>
    typeof problem === 'number' ? { status: problem, title: sharedTitle(problem) } : ADMIN_PROBLEMS[problem],
  );
  const byStatus = Map.groupBy(statusTitles, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => [
      status,
      {
        description: alike.map(({ title }) => title).join('; '),
        content: { 'application/problem+json': { schema: component('Problem') } },
      },
    ]),
  );
}

function sharedTitle(status: number): string {
  return Object.values(PROBLEMS).find((problem) => problem.status === status)?.title ?? '';
}
