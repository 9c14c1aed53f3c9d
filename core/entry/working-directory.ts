/**
 * Relative paths lead nowhere in a working directory that was deleted, and Node's recursive mkdir never returns there.
 * Asking once also has Node remember the answer, so that paths can be made absolute whatever happens to it later.
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
