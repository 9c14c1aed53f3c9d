import type { Json, JsonObject } from '../contract.ts';
import { asJsonArray, isJsonArray, isJsonObject, objectIn, typeOf } from './json-values.ts';
import { referredSchema } from './schema-shape.ts';

/** Upper bound of the schemas that are compared with members of objects during one check, which takes some tens of milliseconds. */
const MAX_COMPARED = 3_000_000;

interface Reached {
  /** A schema itself, and the schemas behind its references and alternatives. */
  readonly all: readonly JsonObject[];
  /** Those without alternatives of their own. */
  readonly leaves: readonly JsonObject[];
}

/** Finds the schemas that describe a value, through references and alternatives, during the check of one output. */
export class FittingSchemas {
  readonly #root: JsonObject;
  readonly #reached = new Map<JsonObject, Reached>();
  #compared = 0;

  /** @param root the whole schema, where references begin. */
  constructor(root: JsonObject) {
    this.#root = root;
  }

  /**
   * Finds the schemas that describe the members of an object or the entries of a list. If there are several, those are
   * left out that the value contradicts at its outermost level. Deeper levels are not compared, because alternatives
   * within alternatives would take exponential time.
   * @param schemas of which any one may describe the value.
   */
  find(value: JsonObject | readonly Json[], schemas: readonly (Json | undefined)[]): readonly JsonObject[] {
    const keywords = isJsonArray(value) ? ['items', 'prefixItems'] : ['properties'];
    const reached = new Set(schemas.filter(isJsonObject).flatMap((schema) => this.#reachedFrom(schema).all));
    const describing = [...reached].filter((schema) =>
      keywords.some((keyword) => schema[keyword] !== undefined),
    );
    if (describing.length <= 1 || !isJsonObject(value)) return describing;
    return describing.filter((schema) => this.#fits(value, schema));
  }

  #reachedFrom(schema: JsonObject): Reached {
    const known = this.#reached.get(schema);
    if (known !== undefined) return known;
    const all = new Set([schema]);
    const leaves: JsonObject[] = [];
    // The loop also visits what it adds. It adds nothing twice, so references in a circle end.
    for (const one of all) {
      const alternatives = directAlternatives(one, this.#root);
      if (alternatives.length === 0) leaves.push(one);
      for (const alternative of alternatives) all.add(alternative);
    }
    const reached = { all: [...all], leaves };
    this.#reached.set(schema, reached);
    return reached;
  }

  /** Whether the object has the names that the schema requires and allows, and the types and constants of its members. */
  #fits(value: JsonObject, schema: JsonObject): boolean {
    const properties = objectIn(schema, 'properties');
    const required = asJsonArray(schema['required']);
    const isClosed = schema['additionalProperties'] === false;
    return (
      required.every((name) => typeof name === 'string' && Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, item]) => {
        if (!Object.hasOwn(properties, name)) return !isClosed;
        return (item === null && !required.includes(name)) || this.#mayBe(item, properties[name]);
      })
    );
  }

  /** Beyond the bound any schema may describe the value, so that a null of which alternatives differ stays. */
  #mayBe(value: Json, schema: Json | undefined): boolean {
    if (!isJsonObject(schema)) return schema !== false;
    const { leaves } = this.#reachedFrom(schema);
    this.#compared += leaves.length;
    if (this.#compared > MAX_COMPARED) return true;
    const plain = JSON.isRawJSON(value) ? Number(JSON.stringify(value)) : value;
    return leaves.some((leaf) => hasType(plain, leaf) && hasConstant(plain, leaf));
  }
}

function directAlternatives(schema: JsonObject, root: JsonObject): readonly JsonObject[] {
  const { $ref, allOf } = schema;
  if (typeof $ref === 'string') return [referredSchema($ref, root)].filter(isJsonObject);
  const alternatives = asJsonArray(schema['anyOf'] ?? schema['oneOf']);
  // Generators wrap a reference in `allOf` to write a description beside it.
  const intersected = asJsonArray(allOf);
  return [...alternatives, ...(intersected.length === 1 ? intersected : [])].filter(isJsonObject);
}

function hasType(value: Json, { type, nullable }: JsonObject): boolean {
  if (type === undefined || (value === null && nullable === true)) return true;
  const types = isJsonArray(type) ? type : [type];
  return types.includes(typeOf(value)) || (types.includes('integer') && Number.isInteger(value));
}

/** Objects and lists are not compared. */
function hasConstant(value: Json, { const: constant, enum: values }: JsonObject): boolean {
  if (typeof value === 'object' && value !== null) return true;
  if (constant !== undefined) return constant === value;
  return !isJsonArray(values) || values.includes(value);
}
