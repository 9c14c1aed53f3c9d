// Plain JavaScript, like the two entries: a Node too old for TypeScript must be able to read it.
import { readFileSync } from 'node:fs';

/**
 * Whether this Node is as new as `engines` in package.json asks for; where not, says in one sentence what to do.
 * @param {string} command what was started, such as `core/main.ts`
 */
export function requireNode(command) {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const oldest = engines.node.replace('>=', '');
  const [major, minor] = numbersOf(process.versions.node);
  const [oldestMajor, oldestMinor] = numbersOf(oldest);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return true;
  process.stderr.write(
    `assay: This is Node ${process.versions.node} and Assay needs ${oldest} or newer: run "npx node ${command}", which uses the Node that npm ci installed.\n`,
  );
  process.exitCode = 1;
  return false;
}

/** @param {string} version */
function numbersOf(version) {
  const [major, minor] = version.split('.').map(Number);
  return [major ?? 0, minor ?? 0];
}
