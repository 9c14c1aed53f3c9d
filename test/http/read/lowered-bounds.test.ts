import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../core/config.ts';
import type committed from '../../../core/generated/openapi.json';
import { boundDocument } from '../../../core/http/read/lowered-bounds.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const gateway = gatewayOfFile({
  environment: {
    ASSAY_MAX_MODELS: '3',
    ASSAY_MAX_JUDGES: '2',
    ASSAY_MAX_JUDGE_RUNS: '8',
    ASSAY_MAX_PROMPT_BYTES: '1000',
    ASSAY_MAX_TEXT_BYTES: '5000000',
    ASSAY_MAX_ATTACHMENTS: '1',
    ASSAY_MAX_ATTACHMENT_BYTES: '4',
    ASSAY_MAX_HISTORY_TURNS: '5',
    ASSAY_MAX_SCHEMA_DEPTH: '7',
  },
});
const account = accountOfFile(gateway, 100);

describe('a gateway with lower limits', () => {
  it('has them in its openapi.json', async () => {
    const answer = await fetch(`${gateway.url}/openapi.json`);
    const { schemas } = ((await answer.json()) as typeof committed).components;
    const { properties, description } = schemas.PromptRequest;
    expect({
      models: [properties.models.minItems, properties.models.maxItems],
      judges: properties.judges.maxItems,
      attachments: properties.attachments.maxItems,
      history: properties.history.maxItems,
      prompt: properties.prompt.maxLength,
      judgePrompt: properties.judge_prompt.maxLength,
      systemPrompt: properties.system_prompt.oneOf[0]?.maxLength,
      block: schemas.SystemPromptBlock.properties.text.maxLength,
      turn: schemas.HistoryElement.properties.content.maxLength,
      base64: schemas.Attachment.properties.base64.maxLength,
    }).toEqual({
      models: [1, 3],
      judges: 2,
      attachments: 1,
      history: 5,
      prompt: 1_000,
      judgePrompt: 100_000,
      systemPrompt: 2_000_000,
      block: 2_000_000,
      turn: 2_000_000,
      base64: 8,
    });
    expect(properties.judges.description).toMatch(/This gateway takes at most 8 judge runs, two per pair/);
    expect(description).toMatch(
      / 1000 UTF-8 bytes of `prompt`, 5000000 of .* and a body of 31457280 bytes\.$/,
    );
    expect(schemas.ResponseSchema.description).toMatch(/ 65536 bytes as JSON, 7 levels and 2000 values\.$/);
    expect(schemas.Attachment.properties.base64.description).toMatch(/ at most 4 bytes before encoding\.$/);
  });

  const models = (count: number): readonly string[] => Array.from({ length: count }, () => 'gpt-4o');
  const turn = { role: 'user', content: 'x' };
  it.each([
    ['no model', { prompt: 'x', models: [] }, '/models', 'must have from 1 to 3 entries'],
    ['4 models', { prompt: 'x', models: models(4) }, '/models', 'at most 3 entries; this has 4'],
    ['65 models', { prompt: 'x', models: models(65) }, '/models', 'must have from 1 to 3 entries'],
    [
      '7 judges',
      { prompt: 'x', models: models(1), judges: models(7) },
      '/judges',
      'must have at most 2 entries',
    ],
    [
      '201 turns',
      { prompt: 'x', models: models(1), history: Array.from({ length: 201 }, () => turn) },
      '/history',
      'must have at most 5 entries',
    ],
    [
      'a prompt of 2,000,001 characters',
      { prompt: 'x'.repeat(2_000_001), models: models(1) },
      '/prompt',
      'must have at most 1000 bytes of UTF-8',
    ],
  ])('says its own in the error for %s', async (_name, body, pointer, message) => {
    const { status, body: problem } = await gateway.post(account.key, body);
    expect(status).toBe(400);
    expect(problem.errors).toEqual([expect.objectContaining({ pointer, message })]);
  });
});

it('a gateway with the default limits tells the longest that it lets a request run', () => {
  const document = readFileSync(resolve('core/generated/openapi.json'));
  const bound = JSON.parse(boundDocument(document, loadConfig({}).limits).toString());
  const { PromptRequest: request } = bound.components.schemas;
  expect(request.properties.timeout_seconds.maximum).toBe(900);
});
