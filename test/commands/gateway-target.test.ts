import { expect, it } from 'vitest';
import { readArguments } from '../../core/commands/command-arguments.ts';
import { gatewayTarget } from '../../core/commands/client/gateway-target.ts';
import { runCommand } from './run-command.ts';

async function urlOf(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const args = readArguments(words, {
    name: 'test',
    summary: 'A test.',
    options: { url: { value: 'URL', help: 'Of the gateway.' } },
    examples: [],
    load: () => Promise.reject(new Error('it does nothing')),
  });
  if (args === undefined) throw new Error('no arguments');
  return (await gatewayTarget(args, { ASSAY_KEY: 'assay_some', ...environment })).url;
}

it('asks the port in ASSAY_PORT where no --url is given', async () => {
  expect(await urlOf([], {})).toBe('http://127.0.0.1:8080');
  expect(await urlOf([], { ASSAY_PORT: '8090' })).toBe('http://127.0.0.1:8090');
  expect(await urlOf(['--url', 'https://assay.example/'], { ASSAY_PORT: '8090' })).toBe(
    'https://assay.example',
  );
});

it.each(['0', '65536', 'http', ''])('says that ASSAY_PORT=%s is no port to ask', async (port) => {
  await expect(urlOf([], { ASSAY_PORT: port })).rejects.toThrow(
    /^ASSAY_PORT must be a port from 1 to 65535.*--url/,
  );
  expect(await urlOf(['--url', 'http://127.0.0.1:8090'], { ASSAY_PORT: port })).toBe('http://127.0.0.1:8090');
});

it.each(['prompt send', 'prompt list', 'eval run', 'eval migrate', 'judge calibrate', 'login'])(
  'assay %s --help says so',
  async (name) => {
    const { code, stdout } = await runCommand([...name.split(' '), '--help'], {});
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /--url URL +Address of the gateway\.\s+By\s+default\s+the\s+port\s+in\s+ASSAY_PORT/,
      ),
    ]);
  },
);
