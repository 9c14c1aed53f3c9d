import type { Guard } from './guards.ts';

const SQLITE = 'test/billing/sqlite-ledger.test.ts';
const FAILING = 'test/proof/failing-writes.test.ts';
const LIVES = 'test/proof/request-model.test.ts';

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
    find: 'await services.ledger.settle(settlement)',
    replace: 'void services.ledger.settle(settlement)',
    test: FAILING,
    title: 'charging ($index, $step): no 200, and the hold is given back',
  },
  {
    name: 'at most the hold is charged',
    file: 'core/pipeline/settle-prompt.ts',
    find: 'Math.min(spent, reservation.holdMicroCredits)',
    replace: 'spent',
    test: LIVES,
    title: 'keeps the balance of a model to the micro-credit, whatever happens',
  },
  {
    name: 'what the client left is paid for, and nothing more is started',
    file: 'core/pipeline/run-model.ts',
    find: 'line.slots.acquire(role, [deadline.ending, abandoned])',
    replace: 'line.slots.acquire(role, [deadline.ending])',
    test: LIVES,
    title: 'keeps the balance of a model to the micro-credit, whatever happens',
  },
  {
    name: 'a hold whose charge failed is given back',
    file: 'core/pipeline/run-prompt.ts',
    find: 'await ledger.void(reservation.requestId).catch(() => void giveBack(reservation.requestId, ledger));',
    replace: 'void giveBack;',
    test: FAILING,
    title: 'charging ($index, $step): no 200, and the hold is given back',
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
    file: 'core/billing/check-operation.ts',
    find: 'if (cost !== BigInt(chargeMicroCredits) + BigInt(houseMicroCredits)) {',
    replace: 'if (cost < 0n) {',
    test: SQLITE,
    title: 'refuses %s',
  },
];
