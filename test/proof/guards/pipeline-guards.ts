import type { Guard } from './guards.ts';

const SQLITE = 'test/ledger/sqlite/sqlite-ledger.test.ts';
const STREAMED = 'test/http/streamed-charge.test.ts';
const FAILING = 'test/proof/failing-writes.test.ts';
const LIVES = 'test/proof/request-model/request-model.test.ts';

export const PIPELINE_GUARDS: readonly Guard[] = [
  {
    name: 'a hold before the first call',
    file: 'core/pipeline/run-prompt.ts',
    find: "await inSpan(span, 'ledger reserve', () => reservePrompt(reservation, services));",
    replace: 'await Promise.race([reservePrompt(reservation, services), undefined]);',
    test: FAILING,
    title: 'taking the hold ($index, $step): 503, and nobody was asked',
  },
  {
    name: 'settled before it is sent',
    file: 'core/pipeline/settle-prompt.ts',
    find: 'await settleTwice(settlement, ledger);',
    replace: 'settleTwice(settlement, ledger).catch(() => {});',
    test: STREAMED,
    title: 'whose charge fails is a 503, and the hold is given back',
  },
  {
    name: 'at most the hold is charged',
    file: 'core/pipeline/settlement.ts',
    find: 'Math.min(spent, holdMicroCredits)',
    replace: 'spent',
    test: LIVES,
    title: 'keeps the balance of a model to the micro-credit, whatever happens',
  },
  {
    name: 'what the client left is paid for, and nothing more is started',
    file: 'core/pipeline/call/run-model.ts',
    find: 'line.slots.acquire(role, accountId, [deadline.ending, abandoned])',
    replace: 'line.slots.acquire(role, accountId, [deadline.ending])',
    test: LIVES,
    title: 'keeps the balance of a model to the micro-credit, whatever happens',
  },
  {
    name: 'a hold whose charge failed is given back',
    file: 'core/pipeline/run-prompt.ts',
    find: 'await endHold(reservation, delivery, services);',
    replace: 'void endHold;',
    test: STREAMED,
    title: 'whose charge fails is a 503, and the hold is given back',
  },
  {
    name: 'a result leaves once its cost is durable',
    file: 'core/pipeline/delivery.ts',
    find: 'await this.#ledger.deliver({ requestId: this.#requestId, from, calls });',
    replace: 'void this.#ledger.deliver({ requestId: this.#requestId, from, calls });',
    test: STREAMED,
    title: 'waits for its cost to be durable: no result leaves before it, and no model waits for it',
  },
  {
    name: 'what was delivered is charged in the end',
    file: 'core/pipeline/end-hold.ts',
    find: 'void settleLater(settlement, ledger).then((isSettled) => {',
    replace: 'void Promise.resolve(settleLater === undefined).then((isSettled) => {',
    test: STREAMED,
    title: 'whose charge fails after its results left is charged in the end, three of three',
  },
  {
    name: 'integers: no amount that is not one',
    file: 'core/billing/amounts.ts',
    find: 'if (!Number.isSafeInteger(value) || value < 0 || value > maximum) {',
    replace: 'if (value < 0 || value > maximum) {',
    test: SQLITE,
    title: 'refuses a hold of %d',
  },
  {
    name: 'integers: a cost is rounded up, once',
    file: 'core/billing/price.ts',
    find: 'return (dividend + divisor - 1n) / divisor;',
    replace: 'return dividend / divisor;',
    test: LIVES,
    title: 'keeps the balance of a model to the micro-credit, whatever happens',
  },
  {
    name: 'a settlement adds up',
    file: 'core/ledger/check-operation.ts',
    find: 'if (cost !== BigInt(chargeMicroCredits) + BigInt(houseMicroCredits)) {',
    replace: 'if (cost < 0n) {',
    test: SQLITE,
    title: 'refuses %s',
  },
];
