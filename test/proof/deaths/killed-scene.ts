import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createKeyedAccount } from '../../support/gateways/keyed-account.ts';
import { createWebhookSecret } from '../../../core/administration/webhooks.ts';
import { startGatewayProcess, type GatewayProcess } from '../../support/gateways/run-gateway.ts';
import type { ChildEnvironment } from '../../support/gateways/run-process.ts';
import { sandboxEnvironment } from '../../../core/sandbox/environment.ts';
import {
  startSandboxUpstream,
  type SandboxOptions,
  type SandboxUpstream,
} from '../../../core/sandbox/upstream.ts';
import { undatedEnvironment } from '../../support/gateways/undated-manifests.ts';
import { GRANT } from '../lane.ts';
import type { Store } from '../stores/books.ts';

export type MakeStore = (folder: string) => Promise<Store> | Store;

/** One store with one account, whose gateway is killed and followed by another. */
export interface KilledScene {
  readonly folder: string;
  readonly store: Store;
  readonly upstream: SandboxUpstream;
  readonly key: string;
  /** Once those before it are known for dead. @returns its address. */
  start(environment?: ChildEnvironment): Promise<string>;
  kill(): Promise<void>;
  /** The books are exact, nothing is held, and this much was charged. */
  expectCharged(microCredits: number): Promise<void>;
  stop(): Promise<void>;
}

export async function openKilledScene(make: MakeStore, sandbox: SandboxOptions): Promise<KilledScene> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-killed-'));
  const store = await make(folder);
  const upstream = await startSandboxUpstream(sandbox);
  const ledger = await store.open();
  const { key } = await createKeyedAccount(ledger, 'acme', GRANT);
  // Nobody listens there, so every event stays in the outbox.
  await ledger.webhooks.set('acme', { url: 'http://127.0.0.1:1/', secret: createWebhookSecret() });
  await ledger.close();
  let gateway: GatewayProcess | undefined;
  const kill = async (): Promise<void> => {
    gateway?.signal('SIGKILL');
    await gateway?.exited;
  };
  return {
    folder,
    store,
    upstream,
    key,
    async start(environment = {}) {
      await store.lapse();
      gateway = await startGatewayProcess({
        ...(sandboxEnvironment(upstream) as ChildEnvironment),
        ASSAY_DATABASE_URL: store.url,
        ASSAY_PORT: '0',
        ASSAY_METRICS_PORT: '0',
        ...undatedEnvironment(),
        ...environment,
      });
      return gateway.url;
    },
    kill,
    async expectCharged(microCredits) {
      const { problems, ...books } = await store.books();
      expect(problems).toEqual([]);
      expect(books).toMatchObject({ posted: GRANT - microCredits, reserved: 0 });
    },
    async stop() {
      await kill();
      await upstream.stop();
      await store.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
