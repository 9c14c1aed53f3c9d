import { existsSync } from 'node:fs';
import { describeWhereFound } from '../support/describe-where-found.ts';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Tests that need a Chromium. @param define is handed the browser's path. */
export function describeChromium(name: string, define: (path: string) => void): void {
  const found = process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place));
  describeWhereFound(name, { tool: 'a Chromium', lack: 'NO CHROMIUM AND NO CHROMIUM_PATH', found }, define);
}
