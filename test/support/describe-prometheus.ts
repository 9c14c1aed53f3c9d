import { describe, test } from 'vitest';
import { hasPrometheus } from './prometheus-server.ts';

/** Tests that need a real Prometheus. Without one they are skipped with one loud line; in CI that is a failure. */
export function describePrometheus(name: string, define: () => void): void {
  if (hasPrometheus()) {
    describe(name, define);
    return;
  }
  const message = `NO prometheus AND promtool ON THE PATH: "${name}" WAS NOT TESTED.`;
  if (process.env['CI'] === 'true') {
    test(name, () => {
      throw new Error(message);
    });
    return;
  }
  process.stderr.write(`\n${message}\n\n`);
  describe.skip(name, () => {
    test('needs a Prometheus', () => {});
  });
}
