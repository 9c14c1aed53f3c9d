import {
  answering,
  beginningWith,
  unawaited,
  withoutAwait,
  withoutIf,
  withoutMax,
  withoutOperand,
} from './change-code.ts';
import type { Guard } from './guard.ts';

const MODEL_TITLE = 'keeps the balance of a model to the micro-credit, whatever happens';

export const PIPELINE_GUARDS: readonly Guard[] = [
  {
    name: 'a hold before the first call',
    remove: unawaited('takeHold'),
    test: 'failing-writes',
    title: 'taking the hold: 503, and nobody was asked',
  },
  {
    name: 'settled before it is sent',
    remove: unawaited('settleWithRetry'),
    test: 'streamed-charge',
    title: 'whose charge fails is a 503, and the hold is given back',
  },
  {
    name: 'at most what the request can cost is charged',
    remove: withoutMax('settlementOf'),
    test: 'request-model',
    title: MODEL_TITLE,
  },
  {
    name: 'no call starts after the client left',
    // The deadline stays the first signal.
    remove: beginningWith('Slots.acquire', ([, , signals]) => `${signals} = ${signals}.slice(0, 1);`),
    test: 'slots',
    title: 'end a wait that either signal cuts short, and lose neither slot nor place',
  },
  {
    name: 'a hold whose charge failed is given back',
    remove: answering('endFailedRequest', () => 'undefined'),
    test: 'streamed-charge',
    title: 'whose charge fails is a 503, and the hold is given back',
  },
  {
    name: 'a result leaves once its cost is durable',
    remove: withoutAwait('AnswerDelivery', 'deliver'),
    test: 'streamed-charge',
    title: 'waits for its cost to be durable: no result leaves before it, and no model waits for it',
  },
  {
    name: 'a word leaves once its request is marked',
    remove: beginningWith('AnswerLog.start', () => 'this.open();'),
    test: 'streamed-charge',
    title: 'waits for its cost to be durable: no result leaves before it, and no model waits for it',
  },
  {
    name: 'what was delivered is charged in the end',
    remove: answering('settleLater', () => 'Promise.resolve(undefined)'),
    test: 'streamed-charge',
    title: 'whose charge fails after its results left is charged in the end, three of three',
  },
  {
    name: 'an ended stream costs what was written',
    remove: answering('estimateCut', ([cut]) => `{ usage: ${cut}.reported, estimate: ${cut}.reported }`),
    test: 'streamed-replies',
    title: '%s is charged once, for what its reader was told',
  },
  {
    name: 'integers: an amount is a whole number',
    remove: withoutOperand('requireCount', 'isSafeInteger'),
    test: 'sqlite-ledger',
    title: 'refuses a hold of %d',
  },
  {
    name: 'integers: a cost is rounded up, once',
    remove: answering('divideUp', ([dividend, divisor]) => `${dividend} / ${divisor}`),
    test: 'request-model',
    title: MODEL_TITLE,
  },
  {
    name: 'a settlement adds up',
    remove: withoutIf('checkSettlement', 'cost'),
    test: 'sqlite-ledger',
    title: 'refuses %s',
  },
];
