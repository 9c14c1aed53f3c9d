import { isJsonObject, objectIn } from '../../core/manifests/load/json-values.ts';
import { code, markdownTable, sentence } from './markdown-table.ts';

/** One row per operation of the OpenAPI document. */
export function addressTable(openapi: string): string {
  const document: unknown = JSON.parse(openapi);
  if (!isJsonObject(document)) throw new Error('openapi.json must hold a JSON object');
  const rows = Object.entries(objectIn(document, 'paths')).flatMap(([path, operations]) =>
    Object.entries(isJsonObject(operations) ? operations : {}).map(([method, operation]) => {
      const { summary, description } = isJsonObject(operation) ? operation : {};
      const told = [summary, description].filter((text) => typeof text === 'string').map(sentence);
      return [code(`${method.toUpperCase()} ${path}`), told.join(' ')];
    }),
  );
  return markdownTable(['address', 'what it does'], rows);
}
