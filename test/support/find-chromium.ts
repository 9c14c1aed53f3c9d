import { existsSync } from 'node:fs';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chromium of `CHROMIUM_PATH`, or of one of the usual places. */
export function findChromium(): string | undefined {
  return process.env['CHROMIUM_PATH'] ?? PLACES.find((place) => existsSync(place));
}
