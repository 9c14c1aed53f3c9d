import type { JsonObject } from '../../core/contract.ts';
import { asJsonArray, isJsonObject, objectIn } from '../../core/schema/json-values.ts';
import { describeType, referenced } from './describe-type.ts';
import { code, markdownTable } from './markdown-table.ts';

/**
 * One row per field of a body, the required ones marked. The reference has the fields of nested objects.
 * @param schema Draft-07, with its definitions.
 */
export function fieldTable(schema: JsonObject): string {
  const definitions = objectIn(schema, 'definitions');
  const required = asJsonArray(schema['required']);
  const rows = Object.entries(objectIn(schema, 'properties')).flatMap(([name, member]) => {
    if (!isJsonObject(member)) return [];
    const field = referenced(member, definitions);
    const type = describeType(field, definitions);
    const { description } = field;
    const meaning = typeof description === 'string' ? description : '';
    return [[code(name), required.includes(name) ? `${type}, required` : type, meaning]];
  });
  return markdownTable(['field', 'type', 'meaning'], rows);
}
