import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../core/contract.ts';
import type { CodegenInput } from '../../core/manifests/load/read-input.ts';
import { isJsonObject, objectIn } from '../../core/manifests/load/json-values.ts';
import { linkCompareSchema } from '../../core/manifests/link/link-compare-schema.ts';
import { dialectSchemas } from '../dialect-schemas.ts';
import { inspectManifests, linkInput } from '../link-input.ts';
import { readSchema } from '../read-schema.ts';
import { addressTable } from './address-table.ts';
import { commandTable } from './command-table.ts';
import { configurationTable } from './configuration-table.ts';
import { compatErrorTable, faultTable, fieldErrorTable, problemTable } from './error-tables.ts';
import { compatFieldTable, messagesFieldTable } from './compat-field-tables.ts';
import { fieldTable } from './field-table.ts';
import { code } from './markdown-table.ts';
import { metricTable } from './metric-table.ts';
import { modelTable } from './model-table.ts';

/** Every generated table, by the name of its block. */
export async function documentTables(input: CodegenInput): Promise<ReadonlyMap<string, string>> {
  const { registry, openapi } = linkInput(input);
  const dialects = dialectSchemas(input.schemas);
  const schema = (name: string): JsonObject => readSchema(input.schemas, name);
  const answer = (name: string): string => fieldTable({ schema: schema(name), mark: 'optional' });
  return new Map([
    ['configuration', configurationTable(registry.providers)],
    ['problems', problemTable()],
    ['field-errors', fieldErrorTable()],
    ['faults', faultTable()],
    ['request-fields', fieldTable({ schema: schema('prompt-request'), mark: 'required' })],
    ['compare-fields', compareFieldTable(schema('compare-request'), schema('prompt-request'))],
    [
      'response-fields',
      fieldTable({ schema: schema('prompt-response'), mark: 'optional', without: ['Evaluation'] }),
    ],
    ['response-example', responseExample()],
    ['quote-fields', answer('quote-response')],
    ['record-fields', answer('prompt-record')],
    ['list-fields', answer('prompts-response')],
    ['balance-fields', answer('balance-response')],
    ['usage-fields', answer('usage-response')],
    ['model-fields', answer('models-response')],
    ['listed-model-fields', answer('model-list')],
    ['compat-fields', compatFieldTable(dialects, 'used')],
    ['compat-ignored-fields', compatFieldTable(dialects, 'ignored')],
    ['compat-refused-fields', compatFieldTable(dialects, 'refused')],
    ['compat-errors', compatErrorTable()],
    ['messages-fields', messagesFieldTable(dialects, 'used')],
    ['messages-ignored-fields', messagesFieldTable(dialects, 'ignored')],
    ['messages-refused-fields', messagesFieldTable(dialects, 'refused')],
    ['panel-fields', fieldTable({ schema: schema('panel'), mark: 'required' })],
    ['addresses', addressTable(openapi())],
    ['models', modelTable(registry, inspectManifests(input).manifests)],
    ['metrics', await metricTable()],
    ['commands', commandTable()],
  ]);
}

/** Fields of a comparison, with one row for those that are a prompt request's without a difference. */
function compareFieldTable(compareRequest: JsonObject, promptRequest: JsonObject): string {
  const own = Object.entries(objectIn(compareRequest, 'properties'));
  const alike = own.filter(([, member]) => isJsonObject(member) && Object.keys(member).length === 0);
  const properties = Object.fromEntries(own.filter((entry) => !alike.includes(entry)));
  const table = fieldTable({
    schema: linkCompareSchema({ ...compareRequest, properties }, promptRequest),
    without: ['Attachment', 'SystemPromptBlock', 'HistoryElement'],
    mark: 'required',
  });
  const names = alike.map(([name]) => code(name)).join(', ');
  return `${table}\n| ${names} | as in a prompt | As in [a prompt](#send-a-prompt). |`;
}

/** What the gateway answered to the request in the README, as it was taken down for `openapi.json` too. */
function responseExample(): string {
  const file = new URL('../examples/answers/response.json', import.meta.url);
  return `\`\`\`json\n${readFileSync(file, 'utf8').trimEnd()}\n\`\`\``;
}
