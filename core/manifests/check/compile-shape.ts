import { isDeepStrictEqual } from 'node:util';
import { Ajv, type CodeOptions } from 'ajv';
import type { JsonObject } from '../../contract.ts';
import { dereference } from '../load/schema-walk.ts';
import { checkShapeBy, type ShapeChecker } from './check-shape.ts';

let compiled: { readonly schema: JsonObject; readonly checker: ShapeChecker } | undefined;

/** Compiles the manifest schema once for all manifests, because compiling takes longer than checking them. */
export function shapeChecker(manifestSchema: JsonObject): ShapeChecker {
  if (compiled === undefined || !isDeepStrictEqual(compiled.schema, manifestSchema))
    compiled = {
      schema: manifestSchema,
      checker: checkShapeBy(fileAjv().compile(dereference(manifestSchema))),
    };
  return compiled.checker;
}

/** A compiler for the schemas of operators' files. */
export function fileAjv(code: CodeOptions = {}): Ajv {
  const ajv = new Ajv({
    code,
    allErrors: true,
    verbose: true,
    discriminator: true,
    allowUnionTypes: true,
    useDefaults: true,
    logger: false,
  });
  ajv.addVocabulary(['x-wire', 'x-definition', 'x-filled']);
  return ajv;
}
