import { GENERATED_BANNER } from './generated-banner.ts';

/** The source of the formatter of field errors, whose imports are written from `codegen/runtime`, as seen from the output. */
export function emitFieldErrors(source: string): string {
  const relocated = source.replaceAll("from '../../core/", "from '../");
  return `${GENERATED_BANNER}\n// Its source is codegen/runtime/field-errors.ts.\n${relocated}`;
}
