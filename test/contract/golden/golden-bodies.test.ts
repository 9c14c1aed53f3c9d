import { expect, test } from 'vitest';
import { planModel } from '../../../core/pipeline/plan/model-plan.ts';
import { planCall, wireCall } from '../../../core/pipeline/plan/plan-call.ts';
import { anthropicGoldens } from './anthropic.ts';
import { bedrockGoldens } from './bedrock.ts';
import { cerebrasGoldens } from './cerebras.ts';
import { googleGoldens } from './google.ts';
import { groqGoldens } from './groq.ts';
import { mistralGoldens } from './mistral.ts';
import { openaiChatGoldens } from './openai-chat.ts';
import { openaiGoldens } from './openai.ts';
import { capture, type Golden } from './golden.ts';
import { plainBody } from '../../../core/plugin-check/build-case.ts';
import { registryOnDisk } from '../registry-on-disk.ts';

const goldens: readonly Golden[] = [
  ...openaiGoldens,
  ...openaiChatGoldens,
  ...anthropicGoldens,
  ...googleGoldens,
  ...bedrockGoldens,
  ...mistralGoldens,
  ...groqGoldens,
  ...cerebrasGoldens,
];

function entryOf({ modelId }: Golden) {
  const entry = registryOnDisk.find(modelId);
  if (entry === undefined)
    throw new Error(`no manifest has ${modelId}: name another model in its golden file`);
  return entry;
}

test('every provider has a golden body', () => {
  const providers = new Set(goldens.map((golden) => entryOf(golden).provider.id));
  expect(registryOnDisk.providers.map(({ id }) => id).filter((id) => !providers.has(id))).toEqual([]);
});

test.each(goldens)('$modelId, $name: the request is that of the official SDK', async (golden) => {
  const entry = entryOf(golden);
  const planned = planCall(planModel(entry), golden.question);
  expect(planned.fault).toBeUndefined();
  const request = await entry.plugin.buildRequest(wireCall(planned.call).call);
  const sent = await capture(golden);
  expect(plainBody(request.body)).toEqual(sent.body);
  expect(new URL(entry.provider.baseUrl.replace('{region}', 'us-east-1') + request.path).pathname).toBe(
    expectedPath(entry.provider.id, sent.path),
  );
});

/** Chat providers without an SDK are tested with OpenAI's, whose base path is different. */
function expectedPath(providerId: string, path: string): string {
  if (providerId === 'deepseek') return path.replace(/^\/v1/, '');
  return path;
}
