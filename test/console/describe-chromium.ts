import { existsSync } from 'node:fs';
import { describe, test } from 'vitest';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Tests that need a Chromium. Where there is none they are skipped with one loud line; in CI that is a failure.
 * @param define is handed the browser's path.
 */
export function describeChromium(name: string, define: (path: string) => void): void {
  const given = process.env['CHROMIUM_PATH'];
  const path = given ?? PLACES.find((place) => existsSync(place));
  if (path !== undefined) {
    describe(name, () => define(path));
    return;
  }
  const message = `NO CHROMIUM AND NO CHROMIUM_PATH: "${name}" WAS NOT TESTED.`;
  if (process.env['CI'] === 'true') {
    test(name, () => {
      throw new Error(message);
    });
    return;
  }
  process.stderr.write(`\n${message}\n\n`);
  describe.skip(name, () => {
    test('needs a Chromium', () => {});
  });
}
