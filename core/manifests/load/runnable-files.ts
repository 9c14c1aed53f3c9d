/** The files a gateway runs on, as `generateRunnable` names them. */
export const RUNNABLE_FILES = {
  registry: 'registry.json',
  openapi: 'openapi.json',
  validators: 'validators.mjs',
} as const;

/** Validators and published schemas of what no manifest changes, as `generateValidators` names them. */
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
