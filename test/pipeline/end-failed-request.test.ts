import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LedgerError, type LedgerErrorCode } from '../../core/ledger/ledger-error.ts';
import { endFailedRequest } from '../../core/pipeline/end-failed-request.ts';
import type { RequestContext } from '../../core/pipeline/request-context.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let logged: readonly unknown[] = [];
beforeEach(() => void (logged = []));

/** A ledger that notes its operations, whose voids fail with these codes before one succeeds. */
function ledgerFailing(...codes: readonly LedgerErrorCode[]) {
  const failures = [...codes];
  const operations: string[] = [];
  return {
    operations,
    void: async (): Promise<void> => {
      operations.push('void');
      const code = failures.shift();
      if (code !== undefined) throw new LedgerError(code, code);
    },
    settle: async (): Promise<void> => void operations.push('settle'),
  };
}

/** Ends a request of which nothing has left, and lets time pass. */
async function end(ledger: ReturnType<typeof ledgerFailing>): Promise<readonly string[]> {
  const counter = { inc: () => {} };
  const metrics = { creditsCharged: counter, creditsAbsorbed: counter };
  // The rest of a context is not read.
  const context = {
    promptLogId: 'r',
    correlationId: 'x',
    account: { id: 1 },
    maxChargeMicroCredits: 1,
    services: {
      ledger,
      metrics,
      log: { error: (...line: readonly unknown[]) => (logged = [...logged, line]) },
    },
  };
  await endFailedRequest(context as unknown as RequestContext);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(3_600_000);
  return ledger.operations;
}

const voids = (count: number): readonly string[] => Array.from({ length: count }, () => 'void');

describe('a failed request of which nothing has left', () => {
  it('gives its hold back at once where the ledger can be written', async () => {
    expect(await end(ledgerFailing())).toEqual(voids(1));
  });

  it('tries again while the ledger cannot be written', async () => {
    expect(await end(ledgerFailing('unavailable', 'queue-full', 'rejected'))).toEqual(voids(4));
    expect(logged).toEqual([]);
  });

  it('tries again after a try with an unknown outcome', async () => {
    expect(await end(ledgerFailing('failed', 'failed', 'not-reserved'))).toEqual(voids(3));
  });

  it.each<LedgerErrorCode>(['not-reserved', 'closed'])('takes %s for the end', async (code) => {
    expect(await end(ledgerFailing('unavailable', code))).toEqual(voids(2));
    expect(logged).toEqual([]);
  });

  it('logs an error that no retry can mend', async () => {
    expect(await end(ledgerFailing('unavailable', 'invalid'))).toEqual(voids(2));
    const error = expect.objectContaining({ name: 'LedgerError', code: 'invalid' });
    const fields = { requestId: 'x', promptLogId: 'r', accountId: 1, error };
    expect(logged).toEqual([[fields, 'the hold of a failed request stays']]);
  });

  it('gives up in the end, and logs it', async () => {
    const codes = Array.from({ length: 100 }, () => 'unavailable' as const);
    expect(await end(ledgerFailing(...codes))).toEqual(voids(22));
    expect(logged).toHaveLength(1);
  });

  it.each<readonly LedgerErrorCode[]>([['delivering'], ['unavailable', 'failed', 'delivering']])(
    'is charged once the ledger says that it was marked as delivering: %s',
    async (...codes) => {
      expect(await end(ledgerFailing(...codes))).toEqual([...voids(codes.length), 'settle']);
    },
  );
});
