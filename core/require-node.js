// Plain JavaScript, like the two entries: a Node too old for TypeScript must be able to read it.

const OLDEST = '24.16.0';

/**
 * Whether this Node is new enough; if not, says in one sentence what to do.
 * The package can be installed by an older one, since it brings the Node it runs on.
 * @param {string} command what was started, such as `core/main.ts`
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
