import type { Guard } from './guard.ts';
import { PIPELINE_GUARDS } from './pipeline-guards.ts';
import { POSTGRES_GUARDS } from './postgres-guards.ts';
import { RULES_GUARDS } from './rules-guards.ts';
import { SQLITE_GUARDS } from './sqlite-guards.ts';

export const GUARDS: readonly Guard[] = [
  ...PIPELINE_GUARDS,
  ...RULES_GUARDS,
  ...SQLITE_GUARDS,
  ...POSTGRES_GUARDS,
];
