import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/servers/free-port.ts';
import { startScene, type ProcessScene } from './process-scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

it('opens no debugger on SIGUSR1, and runs on', async () => {
  const inspectPort = await freePort();
  const gateway = await scene.start({ NODE_OPTIONS: `--inspect-port=${inspectPort}` });
  for (let again = 0; again < 3; again += 1) {
    gateway.signal('SIGUSR1');
    // By the time it has answered, it has had its turn for the signal too.
    expect((await fetch(`${gateway.operationsUrl}/healthz`)).status).toBe(200);
  }
  const socket = connect(inspectPort, '127.0.0.1');
  const [refused] = await once(socket, 'error');
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  expect(await gateway.stop()).toEqual({ code: 0, signal: null });
  expect(gateway.output()).not.toContain('Debugger');
});
