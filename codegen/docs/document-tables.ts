import type { JsonObject } from '../../core/contract.ts';
import type { CodegenInput } from '../../core/manifests/load/read-input.ts';
import { dialectSchemas } from '../dialect-schemas.ts';
import { inspectManifests, linkInput } from '../link-input.ts';
import { readSchema } from '../read-schema.ts';
import { configurationTable } from './configuration-table.ts';
import { faultTable, problemTable } from './error-tables.ts';
import { compatRefusedTable, messagesRefusedTable } from './compat-field-tables.ts';
import { fieldTable } from './field-table.ts';
import { metricTable } from './metric-table.ts';
import { modelTable } from './model-table.ts';

/** Every generated table, by the name of its block. */
export async function documentTables(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { registry } = linkInput(input);
  const dialects = dialectSchemas(input.schemas);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  return new Map([
    ['configuration', configurationTable(registry.providers)],
    ['problems', problemTable()],
    ['faults', faultTable()],
    ['request-fields', fieldTable(schema('prompt-request'))],
    ['compat-refused-fields', compatRefusedTable(dialects)],
    ['messages-refused-fields', messagesRefusedTable(dialects)],
    ['panel-fields', fieldTable(schema('panel'))],
    ['models', modelTable(registry, inspectManifests(input).manifests)],
    ['metrics', await metricTable()],
  ]);
}
