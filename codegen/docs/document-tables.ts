import type { JsonObject } from '../../core/contract.ts';
import type { CodegenInput } from '../../core/manifests/load/codegen-input.ts';
import { linkInput, readSchema } from '../link-input.ts';
import { addressTable } from './address-table.ts';
import { commandTable } from './command-table.ts';
import { configurationTable } from './configuration-table.ts';
import { faultTable, problemTable } from './error-tables.ts';
import { fieldTable } from './field-table.ts';
import { metricTable } from './metric-table.ts';
import { readCommands } from './read-commands.ts';

/** Every generated table, by the name of its block. */
export async function documentTables(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { registry, openapi } = linkInput(input);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  const answer = (name: string): string => fieldTable({ schema: schema(name), mark: 'optional' });
  return new Map([
    ['configuration', configurationTable(registry.providers)],
    ['problems', problemTable()],
    ['faults', faultTable()],
    ['request-fields', fieldTable({ schema: schema('prompt-request'), mark: 'required' })],
    [
      'response-fields',
      fieldTable({ schema: schema('prompt-response'), mark: 'optional', without: ['Evaluation'] }),
    ],
    ['quote-fields', answer('quote-response')],
    ['record-fields', answer('prompt-record')],
    ['list-fields', answer('prompts-response')],
    ['balance-fields', answer('balance-response')],
    ['usage-fields', answer('usage-response')],
    ['addresses', addressTable(openapi())],
    ['metrics', await metricTable()],
    ['commands', commandTable(await readCommands())],
  ]);
}
