import type { JsonObject, Model } from '../../core/contract.ts';
import { objectIn } from '../../core/schema/json-values.ts';
import { promptEvent } from './events.ts';
import { exampleBodies } from './examples.ts';
import { HEADER_COMPONENTS } from './headers.ts';
import { openApiPaths, TAGS } from './operations.ts';
import { problemExamples, withFieldErrors } from './problems.ts';
import { documentText } from './document-text.ts';
import { componentsOf } from './schema.ts';
import { shareComponents } from './share-components.ts';
import { openApiWebhooks } from './webhooks.ts';

interface OpenApiInput {
  /** The schemas of all bodies, answers and problems. */
  readonly schemas: readonly JsonObject[];
  /** The schema of a prompt request, with the registry's models. */
  readonly promptRequest: JsonObject;
  readonly models: readonly Model[];
}

/** The OpenAPI 3.1 description of the HTTP interface. */
export function emitOpenApi({ schemas, promptRequest, models }: OpenApiInput): string {
  const examples = exampleBodies(promptRequest, models);
  const { operations, components } = shareComponents({
    paths: openApiPaths(examples),
    webhooks: openApiWebhooks(examples.answers),
  });
  const bodies = componentsOf(schemas);
  const document: JsonObject = {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      summary: 'One prompt to many language models, judged pairwise.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The gateway this came from.' }],
    tags: TAGS,
    security: [{ apiKey: [] }],
    ...operations,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key made with `assay key create`.' },
      },
      ...components,
      headers: { ...HEADER_COMPONENTS, ...objectIn(components, 'headers') },
      examples: { ...examples.requests, ...problemExamples() },
      schemas: {
        ...bodies,
        FieldProblem: withFieldErrors(objectIn(bodies, 'FieldProblem')),
        PromptEvent: promptEvent(),
      },
    },
  };
  return documentText(document);
}

const INTRODUCTION = `One POST sends a prompt to many models; judge models compare the answers pair by pair, each pair in both
orders; one response returns results, evaluations and the credits used.

Unknown fields, at any depth, are an error. \`ModelTuning\` lists the parameters that \`model_tuning\` takes, by model ID.

Every error is a problem of RFC 9457. An unknown address is a 404; a known one with another method a 405 with \`Allow\`.`;
