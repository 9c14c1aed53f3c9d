import { describeWhereFound } from '../describe-where-found.ts';
import { hasPrometheus } from './prometheus-server.ts';

/** Tests that need a real Prometheus. */
export function describePrometheus(name: string, define: () => void): void {
  const found = hasPrometheus() ? true : undefined;
  describeWhereFound(name, { tool: 'Prometheus', found }, define);
}
