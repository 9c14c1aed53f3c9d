/**
 * Loads what stands beside the tests and uses a development package.
 * @param what it is, for the sentence.
 * @throws Error that says what to run if either is not installed.
 */
export async function loadDevelopmentPart<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new Error(
      `${what} is not installed here. In a clone, run "npm ci" without --omit=dev, then this again.`,
      { cause: error },
    );
  }
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
