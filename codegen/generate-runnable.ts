import { emitValidators } from './emit-validators.ts';
import type { CodegenInput } from '../core/manifests/load/codegen-input.ts';
import { linkInput } from './link-input.ts';
import { RUNNABLE_FILES } from '../core/manifests/load/runnable-files.ts';

/**
 * The part of `generate` that a gateway runs on, without the types, in forms that load fast: data as JSON, and the one
 * module as plain JavaScript that imports nothing but libraries. The same input gives the same texts.
 * @throws ManifestError with every problem of every manifest.
 */
export function generateRunnable(input: CodegenInput): ReadonlyMap<string, string> {
  const { registry, promptRequest, compareRequest, openapi } = linkInput(input);
  return new Map<string, string>([
    [RUNNABLE_FILES.registry, JSON.stringify(registry)],
    [RUNNABLE_FILES.openapi, JSON.stringify(JSON.parse(openapi()))],
    [
      RUNNABLE_FILES.validators,
      emitValidators({ validatePromptRequest: promptRequest, validateCompareRequest: compareRequest }),
    ],
  ]);
}
