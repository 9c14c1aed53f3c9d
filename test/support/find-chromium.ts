import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of `CHROMIUM_PATH`, and of no other place where that is set, or of one of the usual places. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  return (named === undefined ? PLACES : [named]).find((place) => existsSync(place));
}
