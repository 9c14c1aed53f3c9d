// Plain JavaScript, like the two entries, because a Node that is too old for TypeScript must be able to read it.

const OLDEST = '24.16.0';

/**
 * Whether this Node is new enough. If it is not, prints a remedy and sets the exit code. An older Node can install the
 * package, because it includes the Node that it runs on.
 * @param {string} command the started file, such as `core/main.ts`
 */
export function requireNode(command) {
  const [major, minor] = numbersOf(process.versions.node);
  const [oldestMajor, oldestMinor] = numbersOf(OLDEST);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return true;
  process.stderr.write(
    `assay: This is Node ${process.versions.node} and Assay needs ${OLDEST} or newer. In a clone, "npx node ${command}" uses the one that npm ci installed.\n`,
  );
  process.exitCode = 1;
  return false;
}

/** @param {string} version */
function numbersOf(version) {
  const [major, minor] = version.split('.').map(Number);
  return [major ?? 0, minor ?? 0];
}
