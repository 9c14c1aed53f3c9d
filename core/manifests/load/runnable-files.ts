/** The names of the files that `generateRunnable` makes. */
export const RUNNABLE_FILES = {
  registry: 'registry.json',
  openapi: 'openapi.json',
  validators: 'validators.mjs',
} as const;

/** The names of the validators and published schemas that no manifest changes, which `generateValidators` makes. */
export type ValidatorFile =
  | 'admin.mjs'
  | 'bodies.mjs'
  | 'calibration.mjs'
  | 'dialects.mjs'
  | 'draft-07.mjs'
  | 'draft-2020-12.mjs'
  | 'manifest.mjs'
  | 'panel.mjs'
  | 'tool-schemas.mjs'
  | 'tools.mjs';
