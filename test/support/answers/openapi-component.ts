import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import document from '../../../core/generated/openapi.json' with { type: 'json' };

/** The components as one schema, so that a validator of JSON Schema 2020-12 alone can read them. */
const components: unknown = JSON.parse(
  JSON.stringify(document.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
);

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  formats: { 'date-time': true },
});
ajv.addSchema({ $id: 'components', $defs: components });
const compiled = new Map<string, ValidateFunction>();

/** @throws where the component is no schema of JSON Schema 2020-12. */
export function compileComponent(component: string): ValidateFunction {
  const validate = compiled.get(component) ?? ajv.compile({ $ref: `components#/$defs/${component}` });
  compiled.set(component, validate);
  return validate;
}

/** What of a value does not fit a schema of the OpenAPI description. */
export function problemsOf(component: string, value: unknown): readonly string[] {
  const validate = compileComponent(component);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}
