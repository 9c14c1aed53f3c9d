import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { LedgerAdmin } from '../../../../core/ledger/administration/ledger-admin.ts';

/** Below it the watcher grants more: spenders always want more than there is, so refusals are sure. */
const LOW_MICRO_CREDITS = 600;
const BETWEEN_LOOKS_MS = 40;
/** The script of a spending gateway. */
export const SPENDING_GATEWAY = fileURLToPath(new URL('./spending-gateway.ts', import.meta.url));

export interface Claim {
  readonly event: string;
  readonly requestId?: string;
  readonly charge?: number;
  readonly code?: string;
  readonly voided?: number;
  readonly hold?: number;
  readonly availableMicroCredits?: number;
}

/** A gateway in a separate process that spends. */
export interface Spender {
  readonly claims: readonly Claim[];
  /** Resolves when it has made this number of claims. */
  claimed(count: number): Promise<void>;
  /** Resolves when it is gone and all its output was read. */
  kill(): Promise<void>;
  /** Lets its running requests end. Resolves as `kill` does. */
  stop(): Promise<void>;
}

export function startSpender(address: string, seed: number, leaseMs: number): Spender {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [SPENDING_GATEWAY, address, String(seed), String(leaseMs)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  child.stdin.on('error', () => {
    // It was killed before it could be asked to stop.
  });
  const claims: Claim[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const read = async (): Promise<void> => {
    for await (const line of createInterface({ input: child.stdout })) {
      claims.push(JSON.parse(line));
      for (const { count, resolve } of waiting) if (claims.length >= count) resolve();
    }
    for (const { resolve } of waiting) resolve();
  };
  const gone = Promise.all([read(), once(child, 'exit')]).then(() => {});
  return {
    claims,
    claimed: async (count) => {
      if (claims.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: async () => {
      child.stdin.end();
      await gone;
    },
  };
}

/** The requests that it claimed to have reserved and not to have ended. */
export function heldBy({ claims }: Spender): readonly string[] {
  const held = new Set<string>();
  for (const { event, requestId = '' } of claims) {
    if (event === 'reserved') held.add(requestId);
    if (event === 'settled' || event === 'voided') held.delete(requestId);
  }
  return [...held];
}

/**
 * Reads the ledger beside the gateways until the signal: every invariant holds at every look.
 * @returns how often it looked.
 */
export async function watchInvariants(ledger: LedgerAdmin, end: AbortSignal): Promise<number> {
  let looks = 0;
  for (; !end.aborted; looks += 1) {
    expect(await ledger.check()).toEqual([]);
    const [account] = await ledger.listAccounts();
    const { postedMicroCredits: posted = -1, heldMicroCredits: reserved = 0 } = account ?? {};
    expect(posted).toBeGreaterThanOrEqual(reserved);
    if (posted < LOW_MICRO_CREDITS) await ledger.adjustCredits('spender', 1 + (looks % 7) * 100);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
  }
  return looks;
}

export interface FinishedRequest {
  readonly state: string;
  readonly charge: number;
}

/** Each claim that a change is durable is true. */
export function expectClaimsKept(
  claims: readonly Claim[],
  requests: ReadonlyMap<string, FinishedRequest>,
): void {
  for (const { event, requestId = '', charge } of claims) {
    if (event === 'reserved') expect(requests.has(requestId)).toBe(true);
    if (event === 'settled') expect(requests.get(requestId)).toEqual({ state: 'settled', charge });
    if (event === 'voided') expect(requests.get(requestId)).toEqual({ state: 'voided', charge: 0 });
  }
}

/** Every refusal for want of credits named less than was asked for. @returns how many refusals there were. */
export function expectRefusalsTrue(claims: readonly Claim[]): number {
  const refusals = claims.filter(({ event }) => event === 'insufficient');
  for (const { hold = 0, availableMicroCredits = 0 } of refusals)
    expect(availableMicroCredits).toBeLessThan(hold);
  return refusals.length;
}
