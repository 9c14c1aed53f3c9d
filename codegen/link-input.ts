import type { JsonObject, RegistryData } from '../core/contract.ts';
import { checkManifests, type CheckedManifests } from '../core/manifests/check/check-manifests.ts';
import { shapeChecker } from '../core/manifests/check/compile-shape.ts';
import { emitOpenApi } from './openapi/emit-openapi.ts';
import { dialectSchemas } from './dialect-schemas.ts';
import { readSchema, schemaNames } from './read-schema.ts';
import type { CodegenInput } from '../core/manifests/load/read-input.ts';
import { linkCompareSchema } from '../core/manifests/link/link-compare-schema.ts';
import { linkRegistry } from '../core/manifests/link/link-registry.ts';
import { linkRequestSchema } from '../core/manifests/link/link-request-schema.ts';
import { ManifestError } from '../core/manifests/load/manifest-problem.ts';

/** Schemas that the description of the public interface lacks, or contains with models or further definitions. */
const UNPUBLISHED: readonly string[] = [
  'admin-answers',
  'admin-requests',
  'calibration',
  'chat-completion',
  'chat-completion-chunk',
  'chat-completion-request',
  'compare-request',
  'manifest',
  'messages-request',
  'messages-response',
  'panel',
  'prompt-request',
  'responses-request',
  'responses-response',
  'tool-inputs',
  'tool-results',
];

/** The sources of all outputs. */
interface LinkedInput {
  readonly registry: RegistryData;
  /** The schema of a request, with the models and their tuning. */
  readonly promptRequest: JsonObject;
  /** The schema of a comparison, with the models. */
  readonly compareRequest: JsonObject;
  readonly openapi: () => string;
}

/** @throws ManifestError with every problem of every manifest. */
export function linkInput(input: CodegenInput): LinkedInput {
  const { manifests, problems } = inspectManifests(input);
  if (problems.length > 0) throw new ManifestError(problems);
  const registry = linkRegistry(manifests, input.manifests);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  const promptRequest = linkRequestSchema(schema('prompt-request'), manifests);
  const compareRequest = linkCompareSchema(schema('compare-request'), promptRequest);
  const published = schemaNames(input.schemas).filter((name) => !UNPUBLISHED.includes(name));
  const openapi = (): string =>
    emitOpenApi({
      schemas: [
        compareRequest,
        promptRequest,
        ...published.map(schema),
        ...Object.values(dialectSchemas(input.schemas)),
      ],
      promptRequest,
      models: registry.models,
    });
  return { registry, promptRequest, compareRequest, openapi };
}

/** Only checks manifests, for `assay check` and for warnings. It does not throw for mistakes in them. */
export function inspectManifests({ schemas, ...input }: CodegenInput): CheckedManifests {
  return checkManifests({ ...input, checkShape: shapeChecker(readSchema(schemas, 'manifest')) });
}
