import type { JsonObject } from '../../core/contract.ts';
import type { CodegenInput } from '../../core/manifests/load/read-input.ts';
import { dialectSchemas } from '../dialect-schemas.ts';
import { inspectManifests, linkInput } from '../link-input.ts';
import { readSchema } from '../read-schema.ts';
import { commandTable } from './command-table.ts';
import { configurationTable } from './configuration-table.ts';
import { compatErrorTable, faultTable, fieldErrorTable, problemTable } from './error-tables.ts';
import { compatFieldTable, messagesFieldTable } from './compat-field-tables.ts';
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
    ['field-errors', fieldErrorTable()],
    ['faults', faultTable()],
    ['request-fields', fieldTable({ schema: schema('prompt-request'), mark: 'required' })],
    ['listed-model-fields', fieldTable({ schema: schema('model-list'), mark: 'optional' })],
    ['compat-fields', compatFieldTable(dialects, 'used')],
    ['compat-ignored-fields', compatFieldTable(dialects, 'ignored')],
    ['compat-refused-fields', compatFieldTable(dialects, 'refused')],
    ['compat-errors', compatErrorTable()],
    ['messages-fields', messagesFieldTable(dialects, 'used')],
    ['messages-ignored-fields', messagesFieldTable(dialects, 'ignored')],
    ['messages-refused-fields', messagesFieldTable(dialects, 'refused')],
    ['panel-fields', fieldTable({ schema: schema('panel'), mark: 'required' })],
    ['models', modelTable(registry, inspectManifests(input).manifests)],
    ['metrics', await metricTable()],
    ['commands', commandTable()],
  ]);
}
