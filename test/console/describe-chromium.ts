import { describeWhereFound } from '../support/describe-where-found.ts';
import { findChromium } from '../support/find-chromium.ts';

/** Tests that need a Chromium. @param define is handed the browser's path. */
export function describeChromium(name: string, define: (path: string) => void): void {
  const found = findChromium();
  describeWhereFound(name, { tool: 'a Chromium', lack: 'NO CHROMIUM AND NO CHROMIUM_PATH', found }, define);
}
