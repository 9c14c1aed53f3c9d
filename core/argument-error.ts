/** The arguments of a command are wrong. Nothing was read or written, and the process ends with exit code 2. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** 1 for a failure, 2 for wrong arguments. */
export function exitCodeFor(error: unknown): 1 | 2 {
  const isUnreadable =
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS_');
  return error instanceof ArgumentError || isUnreadable ? 2 : 1;
}
