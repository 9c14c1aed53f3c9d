import { describeWhereFound } from '../support/describe-where-found.ts';
import { findChromium } from '../support/find-chromium.ts';

/** Tests that need a Chromium. @param define is handed the browser's path. */
export function describeChromium(name: string, define: (path: string) => void): void {
  const found = findChromium();
  describeWhereFound(name, { tool: 'Chromium', found }, define);
}
