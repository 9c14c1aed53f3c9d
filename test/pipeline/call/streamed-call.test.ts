import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerOf,
  beginStream,
  encode,
  startDropletScene,
  write,
  type DropletScene,
} from '../../support/streams/droplet-scene.ts';

let scene: DropletScene;
beforeAll(async () => {
  scene = await startDropletScene();
});
afterAll(() => scene.stop());

describe.each(['sse', 'binary'] as const)('a stream of %s events', (framing) => {
  it('is the reply that the whole call would have given', async () => {
    scene.answer((_request, response) => {
      beginStream(response, framing);
      response.end(encode([['muse', { add: 'Hm. ' }], ...answerOf('384,400', ' kilo', 'metres')], framing));
    });
    const { run, text, told } = await scene.run({ framing });
    expect(run).toMatchObject({
      outcome: { text: '384,400 kilometres', finishReason: 'stop' },
      usage: { tokensIn: 10, tokensOut: 20, tokensReasoning: null },
      attempts: 1,
    });
    expect(text).toBe('384,400 kilometres');
    expect(told).toEqual(['reasoning: Hm. ', 'text: 384,400 kilometres']);
    expect(run.firstTokenMs).toBeLessThanOrEqual(run.latencyMs);
  });
});
void write;
