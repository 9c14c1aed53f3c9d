import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { postMcp } from '../../support/clients/mcp-client.ts';
import { startLoadedGateway } from '../../support/gateways/loaded-gateway.ts';
import { createUnlimitedAccount } from '../../support/gateways/unlimited-account.ts';
import { ask } from '../../support/servers/child-process.ts';
import type { LoadedModules } from './watch-loading.ts';

const WATCH = new URL('./watch-loading.ts', import.meta.url).href;

it('the event loop turns while the SDK is loaded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mcp-'));
  const databaseUrl = `file:${join(folder, 'assay.db')}`;
  const key = await createUnlimitedAccount(databaseUrl);
  const gateway = await startLoadedGateway({ databaseUrl, flags: ['--import', WATCH] });
  try {
    expect((await ask<LoadedModules>(gateway.child, 'report')).all).toBe(0);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = await postMcp(`http://127.0.0.1:${gateway.port}`, key, message);
    expect(answer.status).toBe(200);
    const { all, mostInTurn } = await ask<LoadedModules>(gateway.child, 'report');
    expect(all).toBeGreaterThan(0);
    expect(mostInTurn / all).toBeLessThan(0.8);
  } finally {
    await gateway.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
