import { describeWhereFound } from '../describe-where-found.ts';
import { hasRedis } from './redis-server.ts';

/** Tests that start a Redis of their own. */
export function describeRedis(name: string, define: () => void): void {
  const found = hasRedis() ? true : undefined;
  describeWhereFound(name, { tool: 'Redis', found }, define);
}
