import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../core/cli.ts', import.meta.url));

it('the sandbox for a gateway of one’s own prints where it is, and does what a prompt asks for', async () => {
  const child = spawn(process.execPath, [SCRIPT, 'sandbox', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    let url = '';
    for await (const line of createInterface({ input: child.stdout })) {
      url ||= /^export ASSAY_BASE_URL_OPENAI=(\S+)$/.exec(line)?.[1] ?? '';
      if (line.startsWith('#')) break;
    }
    const ask = async (
      input: string,
      stream = false,
    ): Promise<{ readonly status: number; readonly text: string }> => {
      const reply = await fetch(`${url}/responses`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox' },
        body: JSON.stringify({ model: 'gpt-5.4', input, stream }),
      });
      return { status: reply.status, text: await reply.text() };
    };
    expect(await ask('[status: 503] Hi.')).toMatchObject({ status: 503 });
    const answered = await ask('[slow: 1] Hi.');
    expect(answered.status).toBe(200);
    expect(answered.text).toContain('output_text');
    const streamed = await ask('[slow: 1] Hi.', true);
    expect(streamed.text.match(/^event: response\.output_text\.delta$/gm)?.length).toBeGreaterThan(5);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

it('the sandbox prints variables that a shell can take over, and nothing else', async () => {
  const { stdout } = await promisify(execFile)('/bin/sh', [
    '-c',
    'vars=$("$0" "$1" sandbox --print --port 8097) && eval "$vars" && env',
    process.execPath,
    SCRIPT,
  ]);
  const lines = stdout.split('\n');
  expect(lines).toContain('ASSAY_BASE_URL_OPENAI=http://127.0.0.1:8097/openai/v1');
  expect(lines).toContain('OPENAI_API_KEY=sandbox');
  expect(lines.filter((line) => line.startsWith('ASSAY_BASE_URL_'))).toHaveLength(9);
});
