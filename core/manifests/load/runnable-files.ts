/** The files a gateway runs on, as `generateRunnable` names them. */
export const RUNNABLE_FILES = {
  registry: 'registry.json',
  openapi: 'openapi.json',
  validators: 'validators.mjs',
} as const;
