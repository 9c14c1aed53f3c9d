import { scanEndpoint } from 'compatcanary';
import { API_KEY, BASE_URL, MODEL } from './probe.mjs';

const { results } = await scanEndpoint({ baseUrl: BASE_URL, apiKey: API_KEY, model: MODEL });
for (const { id, status, summary, error } of results) {
  const told = { probe: id, passes: status === 'pass', why: error?.message ?? summary };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
