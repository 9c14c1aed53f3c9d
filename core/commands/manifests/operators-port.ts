import type { IncomingMessage } from 'node:http';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import type { PricedModels } from '../../model-facts.ts';
import { isRecord } from '../../text/is-record.ts';

/** A gateway that takes longer is not waited for: a check works without one. */
const PRICES_TIMEOUT_MS = 2_000;

/** Address of the running gateway's operators' port, without a slash at its end. */
export function operatorsUrl({ host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>): string {
  return `http://${hostOf(host)}:${metricsPort}`;
}

/** The prices that the gateway on this machine answers by; undefined where none runs, or it does not say. */
export async function runningPrices(config: Config): Promise<PricedModels | undefined> {
  if (config.metricsPort === 0) return undefined;
  try {
    const answer: unknown = JSON.parse(await readPort(`${operatorsUrl(config)}/-/prices`));
    return isPriced(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** @throws Error where nothing answers in time. */
async function readPort(url: string): Promise<string> {
  // Neither `fetch` nor an import of node:http, which load undici: that takes a tenth of a second.
  const { get } = process.getBuiltinModule('node:http');
  const signal = AbortSignal.timeout(PRICES_TIMEOUT_MS);
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { signal }, resolve).on('error', reject);
  });
  return await text(reply);
}

function isPriced(answer: unknown): answer is PricedModels {
  if (!isRecord(answer) || !Array.isArray(answer['models'])) return false;
  return answer['models'].every(
    (model) => isRecord(model) && typeof model['id'] === 'string' && isRecord(model['price']),
  );
}

/** An address to bind to may stand for all of the machine's own. */
function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
