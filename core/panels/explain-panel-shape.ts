import { Ajv } from 'ajv';
import schema from '../../codegen/schemas/panel.schema.json' with { type: 'json' };
import { decisiveErrors } from '../schema/field-errors.ts';
import { explainSchemaError } from '../manifests/check/explain-schema-error.ts';
import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';
import type { ManifestSource } from '../manifests/load/manifest-source.ts';

/** What is wrong with a panel's shape, each mistake at its place in the file. */
export function explainPanelShape(source: ManifestSource): readonly ManifestProblem[] {
  const ajv = new Ajv({ allErrors: true, verbose: true, logger: false });
  ajv.addVocabulary(['x-definition']);
  const validate = ajv.compile(schema);
  validate(source.value);
  return decisiveErrors(validate.errors ?? []).map((error) => explainSchemaError(error, source));
}
