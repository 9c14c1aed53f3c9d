import type { RegistryData } from '../core/contract.ts';
import { GENERATED_BANNER } from './generated-banner.ts';

/** The registry as frozen data. It imports nothing at run time, so that it loads from any folder. */
export function emitRegistry(registry: RegistryData): string {
  return [
    GENERATED_BANNER,
    "import type { RegistryData } from '../contract.ts';",
    '',
    `const data: RegistryData = ${JSON.stringify(registry, null, 2)};`,
    '',
    'function frozen<T>(value: T): T {',
    "  if (typeof value !== 'object' || value === null) return value;",
    '  for (const member of Object.values(value)) frozen(member);',
    '  return Object.freeze(value);',
    '}',
    '',
    'export const registry: RegistryData = frozen(data);',
    '',
  ].join('\n');
}
