import type { JsonObject, Model } from '../core/contract.ts';
import { openApiPaths } from './openapi-operations.ts';
import { RESPONSE_HEADERS } from './openapi-problems.ts';
import { toComponents } from './openapi-schema.ts';

export interface OpenApiInput {
  /** Of the request, with the registry's models linked in, of every answer and of a problem; a later name wins. */
  readonly schemas: readonly JsonObject[];
  readonly models: readonly Model[];
}

/** The OpenAPI 3.1 description of the HTTP interface. */
export function emitOpenApi({ schemas, models }: OpenApiInput): string {
  const document: JsonObject = {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      summary: 'One prompt to many language models, judged pairwise.',
      description:
        'Generated from manifests/ and codegen/schemas/; run `npm run codegen` after changing them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths: openApiPaths(models),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key made with `assay key create`.' },
      },
      headers: RESPONSE_HEADERS,
      schemas: Object.fromEntries(schemas.flatMap((schema) => Object.entries(toComponents(schema)))),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
