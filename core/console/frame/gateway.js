/** @import { BalanceResponse } from '../../generated/balance-response.ts' */
/** @import { ModelsResponse } from '../../generated/models-response.ts' */
/** @import { QuoteResponse } from '../../generated/quote-response.ts' */
/** @import { Answer, Progress } from '../client/ask-gateway.js' */
import { askGateway } from '../client/ask-gateway.js';
import { readProblem } from '../client/gateway-problem.js';

/**
 * The API of the gateway this page came from. Every call throws a `GatewayProblem` where the gateway refuses.
 * @typedef {object} Gateway
 * @property {string} promptUrl
 * @property {(key: string) => void} useKey
 * @property {() => Promise<ModelsResponse['models']>} models
 * @property {() => Promise<BalanceResponse>} balance
 * @property {(json: string, signal: AbortSignal) => Promise<QuoteResponse>} quote
 * @property {(question: Question, progress: Progress) => Promise<Answer>} ask
 */

/**
 * @typedef {object} Question
 * @property {string} json
 * @property {string} idempotencyKey
 * @property {AbortSignal} signal
 */

/** @returns {Gateway} */
export function createGateway() {
  // Beside the page, whatever path a proxy serves both under.
  const url = new URL('.', document.baseURI).href.replace(/\/$/, '');
  let key = '';

  /**
   * @param {string} path
   * @param {{ readonly json: string, readonly signal: AbortSignal }} [question]
   */
  const call = async (path, question) => {
    const reply = await fetch(url + path, {
      ...(question !== undefined && { method: 'POST', body: question.json, signal: question.signal }),
      headers: {
        Authorization: `Bearer ${key}`,
        ...(question !== undefined && { 'Content-Type': 'application/json' }),
      },
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!reply.ok) throw await readProblem(reply);
    return reply.json();
  };

  return {
    promptUrl: `${url}/api/v1/prompt`,
    useKey(given) {
      key = given;
    },
    async models() {
      /** @type {ModelsResponse} */
      const { models } = await call('/api/v1/models');
      return models;
    },
    balance: () => call('/api/v1/balance'),
    quote: (json, signal) => call('/api/v1/prompt/quote', { json, signal }),
    ask: (question, progress) => askGateway({ url, key, ...question }, progress),
  };
}
