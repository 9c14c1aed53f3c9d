import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import { createAdministration } from '../../../core/http/administration/create-administration.ts';
import { createAdminToken } from '../../../core/stores/api-key.ts';

/** What a token may have at once. */
const AT_ONCE = 20;

it('clients that leave while their token is looked up keep no place of it', async () => {
  const { key, hash } = createAdminToken();
  const looked = Promise.withResolvers<void>();
  let lookUps = 0;
  // Of a ledger only this is asked before a request is admitted.
  const ledger = {
    async findAdminToken() {
      lookUps += 1;
      await looked.promise;
      return { name: 'billing', scope: 'read', hash };
    },
  } as unknown as LedgerAdmin;
  const administration = createAdministration({
    ledger,
    log: pino({ level: 'silent' }),
    reload: () => Promise.reject(new Error('not asked')),
    models: () => Promise.reject(new Error('not asked')),
    creditsPerUsd: 100,
  });
  const server = createServer(administration);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const sockets = Array.from({ length: AT_ONCE }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets)
      socket.write(`GET /x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    await expect.poll(() => lookUps).toBe(AT_ONCE);
    for (const socket of sockets) socket.destroy();
    const open = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    await expect.poll(open).toBe(0);
    looked.resolve();
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`http://127.0.0.1:${port}/x`, { headers })).status).toBe(404);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
