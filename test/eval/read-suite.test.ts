import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSuite, type ReadSuite } from '../../core/eval/suite/read-suite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-suite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const HEAD = 'name: support\nmodels: [one, two]\njudges: [three]\n';

function read(prompts: string, more = ''): Promise<ReadSuite> {
  return readSuite(write('suite.yaml', `${HEAD}prompts: ${prompts}\n${more}`));
}

/** What is told of a suite that cannot be run, without the folder's name. */
async function complaint(reading: Promise<unknown>): Promise<string> {
  const error = await reading.then(
    () => new Error('the suite was read'),
    (reason: unknown) => reason,
  );
  return error instanceof Error ? error.message.replaceAll(`${folder}/`, '') : '';
}

describe('a suite', () => {
  it('is read with its defaults, and its prompts may stand in it', async () => {
    const { suite, rows, concurrency } = await read(
      '[{ prompt: hi, tags: [a] }, { id: x, prompt: ho, system_prompt: s }, "a text alone"]',
    );
    expect(suite).toEqual({ name: 'support', models: ['one', 'two'], judges: ['three'] });
    expect(rows).toEqual([
      { id: '1', prompt: 'hi', tags: ['a'] },
      { id: 'x', prompt: 'ho', system_prompt: 's', tags: [] },
      { id: '3', prompt: 'a text alone', tags: [] },
    ]);
    expect(concurrency).toBe(4);
  });

  it('takes prompts from a regular file alone', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    symlinkSync('/dev/zero', join(folder, 'zeros.jsonl'));
    mkdirSync(join(folder, 'folder.jsonl'));
    expect(await complaint(read('pipe.jsonl'))).toBe(
      'pipe.jsonl is a pipe or a device; a file of prompts is a regular file',
    );
    expect(await complaint(read('zeros.jsonl'))).toBe(
      'zeros.jsonl is a pipe or a device; a file of prompts is a regular file',
    );
    expect(await complaint(read('folder.jsonl'))).toBe(
      'folder.jsonl is a folder; a file of prompts is a regular file',
    );
  });

  it('shows no control character of a file with a mistake', async () => {
    const hostile = '\u001b]0;title\u0007\u001b[31m\u009b2J\u202e\r';
    write('p.jsonl', `{"prompt":"${hostile}x", prompt}\n{"${hostile}key":1,"prompt":2}\n`);
    const message = await complaint(read('p.jsonl'));
    expect(message).toContain('p.jsonl:1:');
    // oxlint-disable-next-line no-control-regex
    expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  it('puts the caret under the place although what stands before is not shown', async () => {
    write('p.jsonl', '{"prompt":"a","tags":["\u202e\u202e\u202e"],"sytem_prompt":"b"}\n');
    const [, , excerpt = '', caret = ''] = (await complaint(read('p.jsonl'))).split('\n');
    expect(excerpt).toMatch(/^    1 \| \{"prompt":"a","tags":\["\uFFFD.*"\],"sytem_prompt":"b"\}$/);
    expect(excerpt.slice(caret.indexOf('^'))).toMatch(/^"sytem_prompt"/);
  });

  it('says where each mistake is, with the line and a caret', async () => {
    const path = write(
      'suite.yaml',
      'name: Support\nmodel: [one]\nmodels: [one, two]\nprompts: []\nsettings: { maxTokens: lots }\njudge_weights: { acuracy: 1 }\n',
    );
    expect(await complaint(readSuite(path))).toBe(
      [
        'the suite cannot be run',
        'suite.yaml:2:1 /model: unknown key "model"; did you mean "models"?',
        '    2 | model: [one]',
        '      | ^^^^^',
        'suite.yaml:1:7 /name: must be text that fits ^[a-z0-9][a-z0-9._-]{0,63}$ (lower-case letters, digits, dots and dashes; the run’s file is named after it); correct it',
        '    1 | name: Support',
        '      |       ^^^^^^^',
        'suite.yaml:4:10 /prompts: must be a list of at least 1 entries; correct it',
        '    4 | prompts: []',
        '      |          ^',
        'suite.yaml:6:18 /judge_weights/acuracy: unknown key "acuracy"; did you mean "accuracy"?',
        '    6 | judge_weights: { acuracy: 1 }',
        '      |                  ^^^^^^^',
        'suite.yaml:5:24 /settings/maxTokens: must be an integer at least 1; correct it',
        '    5 | settings: { maxTokens: lots }',
        '      |                        ^^^^',
      ].join('\n'),
    );
  });

  it.each([
    ['baseline: onne', '/baseline: must be one of the suite’s models; did you mean one?'],
    ['template: "{{q}}"', '/template: is only for a file of prompts; remove it'],
    ['concurrency: 65', '/concurrency: must be an integer from 1 to 64; correct it'],
  ])('with %s is refused', async (line, message) => {
    expect(await complaint(read('[{ prompt: hi }]', line))).toContain(message);
  });

  it.each(['baseline', 'calibration'])('has no %s without judges', async (field) => {
    const path = write(
      'suite.yaml',
      `name: a\nmodels: [one, two]\n${field}: one\nprompts: [{ prompt: hi }]\n`,
    );
    expect(await complaint(readSuite(path))).toContain(
      `/${field}: has no effect without judges; add \`judges\``,
    );
  });

  it('gives each row an id of its own', async () => {
    expect(await complaint(read('[{ id: a, prompt: hi }, { id: a, prompt: ho }]'))).toContain(
      'suite.yaml:4:40 /prompts/1/id: another row has this id; give each row its own',
    );
  });

  it('names the models that a gateway does not have', async () => {
    const { checkModels } = await read('[{ prompt: hi }]');
    expect(() => checkModels(['one', 'two', 'three'])).not.toThrow();
    expect(await complaint(Promise.resolve().then(() => checkModels(['one', 'too'])))).toContain(
      'suite.yaml:2:15 /models/1: the gateway has no such model; did you mean too?',
    );
  });

  it('says that a file of prompts is missing, unknown or not text', async () => {
    expect(await complaint(read('none.jsonl'))).toBe('none.jsonl cannot be read: there is no such file');
    write('prompts.txt', 'hi');
    expect(await complaint(read('prompts.txt'))).toContain('prompts.txt has no known ending');
    writeFileSync(join(folder, 'latin.csv'), Buffer.from([0x70, 0xe9, 0x0a]));
    expect(await complaint(read('latin.csv'))).toBe('latin.csv is not UTF-8; save it as UTF-8');
    write('empty.jsonl', '\n');
    expect(await complaint(read('empty.jsonl'))).toContain('/prompts: has no prompts; add some');
  });
});

describe('prompts in JSON lines', () => {
  it('are one object a line, with or without an id', async () => {
    write('p.jsonl', '{"prompt":"a"}\r\n\n{"id":"b","prompt":"c","tags":["t"],"system_prompt":"s"}\n');
    expect((await read('p.jsonl')).rows).toEqual([
      { id: '1', prompt: 'a', tags: [] },
      { id: 'b', prompt: 'c', system_prompt: 's', tags: ['t'] },
    ]);
  });

  it('show the line and the place of each mistake', async () => {
    write(
      'p.jsonl',
      '{"prompt":"a"}\n{"prompt": "b", "tag": ["x"]}\n{"prompt":"c"\n[1]\n{"id":"1","prompt":""}\n{"id":"1","prompt":"d"}',
    );
    expect(await complaint(read('p.jsonl'))).toBe(
      [
        'the suite cannot be run',
        'p.jsonl:2:17 /tag: unknown field "tag"; did you mean "tags"?',
        '    2 | {"prompt": "b", "tag": ["x"]}',
        '      |                 ^^^^^',
        'p.jsonl:3:14: is not JSON; write one JSON object on each line',
        '    3 | {"prompt":"c"',
        '      |              ^',
        'p.jsonl:4:1: must be a JSON object such as {"prompt": "…"}',
        '    4 | [1]',
        '      | ^',
        'p.jsonl:5:20 /prompt: must be text of 1 to 2000000 characters; correct it',
        '    5 | {"id":"1","prompt":""}',
        '      |                    ^^',
        'p.jsonl:6:2 /id: another row has this id; give each row its own',
        '    6 | {"id":"1","prompt":"d"}',
        '      |  ^^^^',
      ].join('\n'),
    );
  });

  it('may hold only values for the suite’s template', async () => {
    write('p.jsonl', '{"id":"x","word":"{{word}} <b>","n":3}\n{"n":4}\n');
    const template = 'template: "Say {{ word }} {{n}} times."';
    expect(await complaint(read('p.jsonl', template))).toContain(
      'p.jsonl:2:1: the template asks for {{word}}, which this row does not have',
    );
    write('p.jsonl', '{"id":"x","word":"{{word}} <b>","n":3}\n');
    expect((await read('p.jsonl', template)).rows).toEqual([
      { id: 'x', prompt: 'Say {{word}} <b> 3 times.', tags: [] },
    ]);
    expect(await complaint(read('p.jsonl', 'template: "{{ word | upper }}"'))).toContain(
      'only {{name}} is filled in',
    );
  });
});

describe('prompts in CSV', () => {
  it('have quotes, line breaks, tags and a byte order mark', async () => {
    write('p.csv', '\uFEFFid,prompt,tags\r\na,"Say ""hi"",\r\nthen go.",x; y\r\n\r\n,plain,\r\n');
    expect((await read('p.csv')).rows).toEqual([
      { id: 'a', prompt: 'Say "hi",\r\nthen go.', tags: ['x', 'y'] },
      { id: '2', prompt: 'plain', tags: [] },
    ]);
  });

  it('say on which line something is wrong', async () => {
    write('p.csv', 'id,prompt,topic\na,"b\nb",c\n');
    expect(await complaint(read('p.csv'))).toContain(
      'p.csv:2:1 /topic: unknown field "topic"; allowed here:',
    );
    write('p.csv', 'id,prompt\na,"b\nb"\na,c\nd,\n');
    expect(await complaint(read('p.csv'))).toContain('p.csv:4:1 /id: another row has this id');
    expect(await complaint(read('p.csv'))).toContain('p.csv:5:1 /prompt: is missing; add the column');
    write('p.csv', 'id,prompt\na,b,c\n');
    expect(await complaint(read('p.csv'))).toContain('p.csv:2:1: is not CSV');
  });

  it('fill a template, and leave another program’s columns out', async () => {
    write('p.csv', 'language,text,__expected\nFrench,hello,bonjour\n');
    const { rows } = await read('p.csv', 'template: "To {{language}}: {{text}}"');
    expect(rows).toEqual([{ id: '1', prompt: 'To French: hello', tags: [] }]);
  });
});
