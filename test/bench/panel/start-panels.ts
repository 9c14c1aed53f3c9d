import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '../../support/servers/free-port.ts';
import { fetchPackage, untilListening } from '../throughput/fetch-package.ts';
import { end } from '../../support/servers/child-process.ts';
import { startPinned } from '../throughput/pinned-process.ts';
import { PROMPT, REPORT_COST, startAssay, subject, type Subject } from '../throughput/subjects.ts';

const MODELS = ['mistral-medium-2604', 'mistral-small-2603', 'codestral-2508'];
const JUDGE = 'mistral-large-2512';

/** Nine calls: the models', and the judge's for each of three pairs in both orders. */
export async function startAssayPanel(upstreamUrl: string): Promise<Subject> {
  const body = JSON.stringify({ prompt: PROMPT, models: MODELS, judges: [JUDGE] });
  return { ...(await startAssay(upstreamUrl)), body: () => body };
}

/** Its panels have the judge write one answer from all others, in one call: four calls. */
const ROUTER = '9router@0.5.69';
const NODE_ID = 'openai-compatible-chat-11111111-1111-4111-8111-111111111111';

/** 9Router, fetched without its install scripts. Its web server is all that answers a panel. */
export async function startRouterPanel(upstreamUrl: string): Promise<Subject> {
  const fetched = fetchPackage(ROUTER);
  const data = join(fetched.folder, 'data');
  mkdirSync(data);
  const port = await freePort();
  const child = startPinned(join(fetched.folder, 'node_modules/9router/app/custom-server.js'), {
    processor: 'subject',
    environment: {
      HOME: fetched.folder,
      DATA_DIR: data,
      PORT: String(port),
      HOSTNAME: '127.0.0.1',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_NO_WARNINGS: '1',
    },
    preload: [REPORT_COST],
  });
  child.stdout?.resume();
  await untilListening(port);
  // Its first answer makes the database.
  await fetch(`http://127.0.0.1:${port}/v1/models`);
  configure(join(data, 'db/data.sqlite'), `${upstreamUrl}/mistral/v1`);
  const body = JSON.stringify({
    model: 'panel',
    stream: false,
    messages: [{ role: 'user', content: PROMPT }],
    max_tokens: 4_096,
  });
  return {
    ...subject('9Router', child, { port, path: '/v1/chat/completions', body: () => body, maxFanOut: 1 }),
    async stop() {
      await end(child);
      fetched.remove();
    },
  };
}

/** What its dashboard would write: a provider, a key for it, a panel of the three models, and callers without a key. */
function configure(path: string, baseUrl: string): void {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  const provider = { prefix: 'bench', apiType: 'chat', baseUrl };
  const panel = { fallbackStrategy: 'fusion', judgeModel: `bench/${JUDGE}` };
  const now = new Date().toISOString();
  const insert = (table: string, row: Readonly<Record<string, string | number>>): void => {
    const names = Object.keys(row);
    database
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row));
  };
  insert('settings', {
    id: 1,
    data: JSON.stringify({ requireApiKey: false, comboStrategies: { panel } }),
  });
  insert('combos', {
    id: 'panel',
    name: 'panel',
    models: JSON.stringify(MODELS.map((model) => `bench/${model}`)),
    createdAt: now,
    updatedAt: now,
  });
  insert('providerNodes', {
    id: NODE_ID,
    type: 'openai-compatible',
    name: 'bench',
    data: JSON.stringify(provider),
    createdAt: now,
    updatedAt: now,
  });
  insert('providerConnections', {
    id: 'bench',
    provider: NODE_ID,
    authType: 'apikey',
    name: 'bench',
    priority: 1,
    data: JSON.stringify({ apiKey: 'sandbox', providerSpecificData: { ...provider, nodeName: 'bench' } }),
    createdAt: now,
    updatedAt: now,
  });
  database.close();
}
