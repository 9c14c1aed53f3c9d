import type { JsonObject } from '../../core/contract.ts';
import { ADMIN_PROBLEMS, PROBLEMS } from '../../core/errors.ts';
import { ADMIN_OPERATIONS, type AdminOperation } from './admin-operations.ts';
import { component } from './operation-parts.ts';
import { toComponents } from './schema.ts';
import { shareResponses } from './share-responses.ts';

const BASE = '/admin/v1';

/** The OpenAPI 3.1 description of the administration API. @param schemas of bodies, answers and problems. */
export function emitAdminOpenApi(schemas: readonly JsonObject[]): string {
  const components = Object.fromEntries(schemas.flatMap((schema) => Object.entries(toComponents(schema))));
  // They only gather the others.
  delete components['AdminRequests'];
  delete components['AdminAnswers'];
  const { paths, responses } = shareResponses(describedPaths());
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
    paths,
    components: {
      securitySchemes: {
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token made with `assay admin-token create`.',
        },
      },
      responses,
      schemas: components,
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
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

function describedPaths(): JsonObject {
  const byPath = Map.groupBy(ADMIN_OPERATIONS, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, operations]) => [
      `${BASE}${path}`,
      Object.fromEntries(operations.map((operation) => [operation.method, describe(operation)])),
    ]),
  );
}

function describe({ id, tag, summary, description, ...parts }: AdminOperation): JsonObject {
  const { body, parameters = [], answer, status = 200, alsoFails = [] } = parts;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(parameters.length > 0 && { parameters: [...parameters] }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: component(body.schema), example: body.example } },
      },
    }),
    responses: {
      [status]: {
        description: answer.description,
        content: {
          'application/json': {
            schema: typeof answer.schema === 'string' ? component(answer.schema) : answer.schema,
          },
          ...(answer.csv === true && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      ...problems([
        ...(body === undefined && parameters.length === 0 ? [] : [400]),
        ...(body === undefined ? [] : [413, 415]),
        ...(parts.method === 'get' ? [] : [403]),
        ...OF_ANY,
        ...alsoFails,
      ]),
    },
  };
}

/** 404 also where the API is off. */
const OF_ANY = [401, 404, 429, 500, 503];

function problems(statuses: readonly number[]): JsonObject {
  return Object.fromEntries(
    [...new Set(statuses)]
      .toSorted((one, other) => one - other)
      .map((status) => [
        status,
        {
          description: titlesOf(status),
          content: { 'application/problem+json': { schema: component('Problem') } },
        },
      ]),
  );
}

/** Of the administration API's own problems, or of the first that any address may have. */
function titlesOf(status: number): string {
  const own = Object.values(ADMIN_PROBLEMS).filter((problem) => problem.status === status);
  const [shared] = Object.values(PROBLEMS).filter((problem) => problem.status === status);
  return own.length > 0 ? own.map(({ title }) => title).join('; ') : (shared?.title ?? '');
}
