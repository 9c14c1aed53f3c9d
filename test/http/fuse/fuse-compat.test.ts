import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import OpenAI from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AskModelsResult, CompareAnswersResult } from '../../../core/generated/tool-results.ts';
import { runCommand, type Finished } from '../../commands/run-command.ts';
import { connectMcp } from '../../support/clients/mcp-client.ts';
import { folderOfFile } from '../../support/folder-of-file.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { answerOf, FAILS, fuseScript, JUDGE, MODELS, WRITER, writes } from './fuse-scene.ts';

const folder = folderOfFile('fuse-compat');
const script = fuseScript();
const FUSED = MODELS.length;
const BODY = { prompt: 'Who are you?', models: MODELS, judges: [JUDGE] };

beforeAll(() => {
  const lines = [
    'id: panel/fused',
    `models: [${MODELS.join(', ')}]`,
    `judges: [${JUDGE}]`,
    `fuse: ${WRITER}`,
  ];
  writeFileSync(join(folder, 'fused.yaml'), [...lines, 'judge_until: 0.9', 'wins: quality'].join('\n'));
});
const gateway = gatewayOfFile({ sandbox: { reply: script.reply }, environment: { ASSAY_PANELS: folder } });
const account = accountOfFile(gateway, 100_000);
beforeEach(() => {
  Object.assign(script, { answer: answerOf, write: writes('fused, worth 9'), written: [] });
});

describe('a panel with fuse, through the client of openai', () => {
  const client = (): OpenAI =>
    new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: account.key, maxRetries: 0 });
  const REQUEST = { model: 'panel/fused', messages: [{ role: 'user', content: 'Who are you?' }] } as const;
  const ask = async (): Promise<OpenAI.ChatCompletion> =>
    await client().chat.completions.create({ ...REQUEST, messages: [...REQUEST.messages] });
  // oxlint-disable-next-line typescript/no-explicit-any -- the client does not know the gateway's own field
  const panelOf = (completion: object): any => Reflect.get(completion, 'assay').panel;

  it('sends the fused answer if it alone ranks first', async () => {
    const completion = await ask();
    expect(completion.choices[0]?.message.content).toBe('fused, worth 9');
    const { winner, rank, answers } = panelOf(completion);
    expect([winner, rank]).toEqual([{ index: FUSED, modelId: WRITER, fused: true }, 1]);
    expect(answers).toHaveLength(FUSED + 1);
    const streamed = await client().chat.completions.create({
      ...REQUEST,
      messages: [...REQUEST.messages],
      stream: true,
    });
    let text = '';
    for await (const { choices } of streamed) text += choices[0]?.delta.content ?? '';
    expect(text).toBe('fused, worth 9');
  });

  it.each([
    ['is worse than another', writes('fused, worth 6')],
    ['is no better than another', writes('fused, worth 7')],
    ['was not written', FAILS],
  ])('sends the best of the others if the fused answer %s', async (_name, write) => {
    script.write = write;
    const completion = await ask();
    expect(completion.choices[0]?.message.content).toBe(answerOf({ model: MODELS[1] }).content);
    expect(panelOf(completion).winner).toEqual({ index: 1, modelId: MODELS[1] });
  });

  it('shows the writer no functions, so that it cannot be made to call one', async () => {
    await client().chat.completions.create({
      ...REQUEST,
      messages: [...REQUEST.messages],
      tools: [{ type: 'function', function: { name: 'canary_function', parameters: { type: 'object' } } }],
      tool_choice: 'required',
    });
    expect(script.written).toHaveLength(1);
    expect(JSON.stringify(script.written[0]?.body)).not.toContain('canary_function');
  });

  it('is listed with its writer', async () => {
    const { body } = await gateway.get(account.key, '/api/v1/models');
    expect(body.panels).toMatchObject([{ id: 'panel/fused', fuse: WRITER, judge_until: 0.9 }]);
  });
});

it('the MCP tools take fuse, and tell of its answer', async () => {
  const { client } = await connectMcp(gateway.url, account.key);
  try {
    const steps: string[] = [];
    const callResult = await client.callTool(
      { name: 'ask_models', arguments: { ...BODY, fuse: WRITER } },
      undefined,
      { onprogress: ({ progress, total }) => steps.push(`${progress}/${total}`) },
    );
    const content = callResult.structuredContent as unknown as AskModelsResult;
    expect(content.results[FUSED]).toMatchObject({ index: FUSED, modelId: WRITER, fused: true });
    expect(content.ranking[0]?.index).toBe(FUSED);
    expect(steps.at(-1)).toBe('10/10');
    const answers = [{ text: 'worth 2' }, { text: 'worth 4' }];
    const compared = await client.callTool({
      name: 'compare_answers',
      arguments: { prompt: 'Which?', answers, judges: [JUDGE], fuse: WRITER },
    });
    const { results, promptLogId } = compared.structuredContent as unknown as CompareAnswersResult;
    expect(results).toMatchObject([{ index: 2, output: 'fused, worth 9' }]);
    const part = await client.callTool({ name: 'get_prompt', arguments: { promptLogId, index: 2 } });
    expect(JSON.stringify(part.structuredContent)).toContain('fused, worth 9');
    const quoted = await client.callTool({ name: 'quote', arguments: { ...BODY, fuse: WRITER } });
    expect(quoted.structuredContent).toMatchObject({ calls: { fuse: 1 } });
  } finally {
    await client.close();
  }
});

describe('the commands', () => {
  const run = (words: readonly string[]): Promise<Finished> =>
    runCommand([...words, '--url', gateway.url], { ASSAY_KEY: account.key });

  it('assay prompt send --fuse shows the fused answer among the others', async () => {
    const lists = MODELS.flatMap((id) => ['-m', id]);
    const { code, stdout, stderr } = await run([
      'prompt',
      'send',
      'Who?',
      ...lists,
      '-j',
      JUDGE,
      '--fuse',
      WRITER,
    ]);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`fused by ${WRITER}`)]);
    expect(stdout).toContain('fused, worth 9');
    expect(stderr).toContain('6 pairs, each in both orders');
  });

  it('assay eval run rates the fused answers beside the models', async () => {
    const suite = { name: 'fused', models: MODELS, judges: [JUDGE], prompts: ['One?', 'Two?'] };
    const path = join(folder, 'fused.suite');
    writeFileSync(path, JSON.stringify(suite));
    const out = join(folder, 'fused.jsonl');
    expect((await run(['eval', 'run', path, '--out', out, '--fuse', WRITER])).code).toBe(0);
    const board = JSON.parse((await runCommand(['eval', 'report', out, '--json'], {})).stdout);
    expect(board.models.map(({ modelId }: { modelId: string }) => modelId)[0]).toBe(`fused by ${WRITER}`);
    expect(board.models).toHaveLength(FUSED + 1);
    writeFileSync(path, JSON.stringify({ ...suite, baseline: MODELS[0], fuse: 'no-such' }));
    const wrong = await run(['eval', 'run', path, '--out', join(folder, 'x.jsonl')]);
    expect(wrong.stderr).toContain('cannot be combined with fuse');
  });
});
