import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { AttendantAnswer, AttendantRequest, AttendantSettings } from './attendant-messages.ts';
import { Connection, createPool, rowsOf, SESSION_LIMITS } from './connection.ts';
import { LeaseKeeper } from './lease.ts';
import { keepStored } from './texts.ts';

/**
 * As for the writer, texts are found by key, also where the server has not yet counted the rows of a young ledger. Unlike
 * the writer they wait for no disk: a text that somebody may come back for is stored before its charge, whose commit
 * takes all of the server's log before it to the disk.
 * https://www.postgresql.org/docs/current/wal-async-commit.html
 */
const TEXT_SETTINGS = `SELECT set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false),
  set_config('synchronous_commit', 'off', false)`;

/**
 * A PostgreSQL gateway's second thread. It renews the lease, so that an event loop that is busy for longer than a lease
 * loses nothing, and it stores texts, so that the event loop does no work in proportion to them. Each has a session.
 */
function serve(
  port: MessagePort,
  { url, leaseMs, bootId, maxTextBytes, maxCacheBytes }: AttendantSettings,
): void {
  const answer = (message: AttendantAnswer): void => port.postMessage(message);
  const session = { url, limits: SESSION_LIMITS, random: Math.random };
  // A pool connects anew at every look: after an outage no gateway shows life much later than another.
  const leaseSession = createPool(url, 1);
  const textSession = new Connection({
    ...session,
    onOpen: async (client) => void (await rowsOf(client, { text: TEXT_SETTINGS })),
  });
  const onCorrupt = (reason: string): void => answer({ kind: 'corrupt', reason });
  const texting = { bootId, maxTextBytes, maxCacheBytes, onCorrupt };
  const lease = new LeaseKeeper(leaseSession, {
    bootId,
    leaseMs,
    onRecovered: (recovery) => answer({ kind: 'recovered', recovery }),
  });
  const close = async (): Promise<void> => {
    await lease.stop();
    await Promise.all([leaseSession.end(), textSession.close()]);
    port.close();
  };
  port.on('message', (request: AttendantRequest) => {
    switch (request.kind) {
      case 'keep-lease':
        lease.start();
        break;
      case 'texts':
        void (async () => {
          const results = [];
          for (const texts of request.texts) results.push(await keepStored(textSession, texts, texting));
          answer({ kind: 'texts', results });
        })();
        break;
      case 'close':
        void close();
        break;
    }
  });
  answer({ kind: 'ready' });
}

if (parentPort === null) throw new Error('The ledger’s attendant runs as a worker thread.');
serve(parentPort, workerData);
