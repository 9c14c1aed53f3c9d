/**
 * Checks that the working directory exists: relative paths fail in a deleted one, and Node's recursive mkdir never returns.
 * Node also remembers the path, so that paths can be made absolute even if the directory is deleted later.
 * @throws Error that says what to do.
 */
export function needWorkingDirectory(): void {
  try {
    process.cwd();
  } catch (cause) {
    throw new Error('The working directory has been deleted. Change to one that exists, and start again.', {
      cause,
    });
  }
}
