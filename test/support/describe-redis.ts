import { describe, test } from 'vitest';
import { hasRedis } from './redis-server.ts';

/** Tests that start a Redis of their own. Without one they are skipped with one loud line; in CI that is a failure. */
export function describeRedis(name: string, define: () => void): void {
  if (hasRedis()) {
    describe(name, define);
    return;
  }
  const message = `NO redis-server ON THE PATH: "${name}" WAS NOT TESTED.`;
  if (process.env['CI'] === 'true') {
    test(name, () => {
      throw new Error(message);
    });
    return;
  }
  process.stderr.write(`\n${message}\n\n`);
  describe.skip(name, () => {
    test('needs a redis-server', () => {});
  });
}
