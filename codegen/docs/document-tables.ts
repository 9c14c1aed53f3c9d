import type { JsonObject, Provider } from '../../core/contract.ts';
import type { CodegenInput } from '../../core/manifests/load/read-input.ts';
import { createMetrics } from '../../core/metrics.ts';
import { VARIABLES } from '../../core/config/variables.ts';
import { PROBLEMS } from '../../core/errors.ts';
import { FAULTS } from '../../core/faults.ts';
import { inspectManifests, linkInput } from '../link-input.ts';
import { readSchema } from '../read-schema.ts';
import { fieldTable } from './field-table.ts';
import { modelTable } from './model-table.ts';
import { code, markdownTable } from './markdown-table.ts';

/** Every generated table, by the name of its block. */
export async function documentTables(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { registry } = linkInput(input);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  return new Map([
    ['configuration', configurationTable(registry.providers)],
    ['problems', problemTable()],
    ['faults', faultTable()],
    ['request-fields', fieldTable(schema('prompt-request'))],
    ['panel-fields', fieldTable(schema('panel'))],
    ['models', modelTable(registry, inspectManifests(input).manifests)],
    ['metrics', await metricTable()],
  ]);
}

/** The gateway's own metrics, without Node's defaults. */
export async function metricTable(): Promise<string> {
  const { register } = createMetrics({
    version: '',
    queuedTasks: () => 0,
    heldMicroCredits: () => 0,
    providers: () => [],
    shutdowns: () => [],
  });
  const listed = await register.getMetricsAsJSON();
  const typeOf = new Map(listed.map(({ name, type }) => [name, String(type)]));
  const ours = register.getMetricsAsArray().filter(({ name }) => /^(assay|gen_ai)_/.test(name));
  return markdownTable(
    ['metric', 'type', 'labels', 'meaning'],
    ours.map((metric) => {
      const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];
      return [
        code(metric.name),
        typeOf.get(metric.name) ?? '',
        labels.map((label) => code(String(label))).join(' '),
        metric.help,
      ];
    }),
  );
}

/** The gateway's variables, then those that hold the providers' keys. */
function configurationTable(providers: readonly Pick<Provider, 'name' | 'auth'>[]): string {
  return markdownTable(
    ['variable', 'default', 'meaning'],
    [
      ...VARIABLES.map(({ name, fallback, meaning }) => [code(name), code(fallback), meaning]),
      [
        code('ASSAY_BASE_URL_<PROVIDER>'),
        'from the manifest',
        'Replaces the base URL of that provider, such as `ASSAY_BASE_URL_GROQ`.',
      ],
      ...providers.flatMap(keysOf),
      [
        code('<KEY>_FILE'),
        'none',
        'For each key variable above: a file to read instead, such as `OPENAI_API_KEY_FILE`, with one key a line. It is read again at a reload.',
      ],
    ],
  );
}

function keysOf({
  name,
  auth,
}: Pick<Provider, 'name' | 'auth'>): readonly (readonly [string, string, string])[] {
  if (auth.scheme === 'none') return [];
  if (auth.scheme !== 'sigv4')
    return [[code(auth.env), 'none', `API key for ${name}, or several separated by commas.`]];
  return [
    [code(auth.bearerEnv), 'none', `API key for ${name}. If it is set, the access key below is not used.`],
    [code(auth.accessKeyIdEnv), 'none', `ID of an access key for ${name}, with which requests are signed.`],
    [code(auth.secretAccessKeyEnv), 'none', 'The secret of that access key.'],
    [code(auth.sessionTokenEnv), 'none', 'The session token, if the access key is a temporary one.'],
    [code(auth.regionEnv), code(auth.defaultRegion), `The region of ${name}.`],
  ];
}

/** Errors of a whole request, ordered by status. */
function problemTable(): string {
  return markdownTable(
    ['code', 'status', 'when it comes, and what to do'],
    Object.entries(PROBLEMS).map(([name, { status, cure }]) => [code(name), status, cure]),
  );
}

/** Errors of a single result. */
function faultTable(): string {
  return markdownTable(
    ['`error.code`', '`retryable`', 'meaning'],
    Object.entries(FAULTS).map(([name, { retryable, meaning }]) => [code(name), String(retryable), meaning]),
  );
}
