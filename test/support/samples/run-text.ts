import type { Run } from '../../../core/board/read-run.ts';

/** A run as `assay eval run` writes it. */
export function runText({ head, answers, missing }: Run): string {
  return [head, ...answers, ...missing].map((line) => `${JSON.stringify(line)}\n`).join('');
}
