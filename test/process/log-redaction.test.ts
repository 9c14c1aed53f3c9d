import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const LOG = new URL('../../core/log.ts', import.meta.url).href;

/** What a process logs that is handed this. */
function logged(line: string): unknown {
  const program = `const { createLog } = await import('${LOG}'); createLog('info').info(${line}, 'said');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const { time, ...fields } = JSON.parse(stdout) as Record<string, unknown>;
  expect(time).toEqual(expect.any(String));
  return fields;
}

test('a line never has headers, bodies, keys or prompts, its own or those of an object in it', () => {
  const secrets =
    "headers: { cookie: 'secret' }, body: 'secret', authorization: 'secret', prompt: ['secret']";
  const hidden = {
    headers: '[redacted]',
    body: '[redacted]',
    authorization: '[redacted]',
    prompt: '[redacted]',
  };
  expect(logged(`{ ${secrets}, a: 1, sent: { ${secrets}, path: '/' }, got: { ${secrets} } }`)).toEqual({
    level: 30,
    ...hidden,
    a: 1,
    sent: { ...hidden, path: '/' },
    got: hidden,
    msg: 'said',
  });
});

test('of a request that is logged whole its headers are hidden', () => {
  const request = "{ method: 'POST', url: '/', socket: {}, headers: { authorization: 'secret' } }";
  expect(JSON.stringify(logged(request))).not.toContain('secret');
  expect(
    JSON.stringify(logged(`{ error: Object.assign(new Error('x'), { body: 'secret' }) }`)),
  ).not.toContain('secret');
});

test('other fields stay as they are', () => {
  expect(
    logged("{ text: 'a', none: null, missing: undefined, flag: false, list: [1], deep: { b: { c: 1 } } }"),
  ).toEqual({
    level: 30,
    text: 'a',
    none: null,
    flag: false,
    list: [1],
    deep: { b: { c: 1 } },
    msg: 'said',
  });
});
