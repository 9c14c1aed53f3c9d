import { describeWhereFound } from '../describe-where-found.ts';
import { hasPrometheus } from './prometheus-server.ts';

/** Tests that need a real Prometheus. */
export function describePrometheus(name: string, define: () => void): void {
  const found = hasPrometheus() ? true : undefined;
  const lack = 'NO prometheus AND promtool ON THE PATH';
  describeWhereFound(name, { tool: 'a Prometheus', lack, found }, define);
}
