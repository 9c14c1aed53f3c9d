import { expect, it } from 'vitest';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 1_000_000);

const warningsOf = async (body: object): Promise<readonly (readonly string[])[]> => {
  const answer = await gateway.post(account.key, { prompt: 'hi', ...body });
  expect(answer.status).toBe(200);
  return answer.body.results.map(({ warnings = [] }: { warnings?: { code: string }[] }) =>
    warnings.map(({ code }) => code),
  );
};

it('warns of judges that have nothing to compare', async () => {
  expect(await warningsOf({ models: ['gpt-4o'], judges: ['grok-4.5'] })).toEqual([['judges_unused']]);
});

it('warns of tuning for a model that is not asked, with every result', async () => {
  const model_tuning = { 'gpt-5.4': {} };
  expect(await warningsOf({ models: ['gpt-4o', 'grok-4.3'], model_tuning })).toEqual([
    ['tuning_unused'],
    ['tuning_unused'],
  ]);
  expect(await warningsOf({ models: ['gpt-5.4'], model_tuning })).toEqual([[]]);
});

it('names the pages at an address that has nothing', async () => {
  const answer = await fetch(`${gateway.url}/`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(/\/console and \/docs/) });
});
