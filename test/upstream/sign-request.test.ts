import { expect, it } from 'vitest';
import { sampleProvider } from '../../core/plugin-check/sample-entry.ts';
import { Connection } from '../../core/upstream/connection.ts';
import { StopSource } from '../../core/upstream/stop-signal.ts';
import plugin from '../../plugins/converse.ts';
import { replyOptions } from '../support/servers/reply-options.ts';

const accessKey = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'secret',
  sessionToken: undefined,
  region: 'us-east-1',
  service: 'bedrock',
};

it('a plugin that does not finish signing holds a call no longer than it may take', async () => {
  const target = { provider: sampleProvider(), baseUrl: 'https://api.sample.example' };
  const connection = new Connection(target, [{ kind: 'accessKey', accessKey }]);
  const signal = new StopSource();
  const reply = connection.send(
    { path: '/', headers: {}, body: {} },
    {
      ...replyOptions(1_000),
      plugin: { ...plugin, sign: () => new Promise(() => {}) },
      credentials: { kind: 'accessKey', accessKey },
      placeholders: undefined,
      hasFiles: false,
      signal,
    },
  );
  signal.stop();
  await expect(reply).rejects.toMatchObject({ code: 'timeout' });
});
