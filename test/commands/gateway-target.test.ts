import { expect, it, vi } from 'vitest';
import { readArguments } from '../../core/commands/command.ts';
import { evaluate } from '../../core/commands/eval/eval.ts';
import { gatewayTarget } from '../../core/commands/gateway-target.ts';
import { judge } from '../../core/commands/judge/judge.ts';
import { prompt } from '../../core/commands/prompt/prompt.ts';

function urlOf(words: readonly string[], environment: Readonly<Record<string, string>>): string {
  const args = readArguments(words, {
    command: 'assay test',
    purpose: 'a test.',
    forms: [{}],
    options: { url: { value: 'URL' } },
    examples: [],
  });
  if (args === undefined) throw new Error('no arguments');
  return gatewayTarget(args, { ASSAY_KEY: 'assay_some', ...environment }).url;
}

it('asks the port in ASSAY_PORT where no --url is given', () => {
  expect(urlOf([], {})).toBe('http://127.0.0.1:8080');
  expect(urlOf([], { ASSAY_PORT: '8090' })).toBe('http://127.0.0.1:8090');
  expect(urlOf(['--url', 'https://assay.example/'], { ASSAY_PORT: '8090' })).toBe('https://assay.example');
});

it.each(['0', '65536', 'http', ''])('says that ASSAY_PORT=%s is no port to ask', (port) => {
  expect(() => urlOf([], { ASSAY_PORT: port })).toThrow(/^ASSAY_PORT is no port from 1 to 65535.*--url/);
  expect(urlOf(['--url', 'http://127.0.0.1:8090'], { ASSAY_PORT: port })).toBe('http://127.0.0.1:8090');
});

it.each([
  ['prompt', prompt, []],
  ['eval run', evaluate, ['run']],
  ['eval migrate', evaluate, ['migrate']],
  ['judge calibrate', judge, ['calibrate']],
] as const)('assay %s --help says so', async (_name, command, words) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    expect(await command.run([...words, '--help'], {})).toBe(0);
    expect(String(write.mock.calls[0]?.[0])).toMatch(/--url URL .* default http.*:8080, .*ASSAY_PORT$/m);
  } finally {
    write.mockRestore();
  }
});
