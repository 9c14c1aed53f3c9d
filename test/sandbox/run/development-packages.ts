/**
 * Loads what stands on development packages.
 * @param what needs them, for the sentence.
 * @throws Error that says what to run where they are not installed.
 */
export async function withDevelopmentPackages<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new Error(
      `${what} needs the development packages, which are not installed: run \`npm ci\` without --omit=dev, then this again.`,
      { cause: error },
    );
  }
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
}
