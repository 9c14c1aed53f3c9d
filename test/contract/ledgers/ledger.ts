import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeAdminTokens, describeAudit, describeClaims } from './administration.ts';
import { describeAccounts, describeGrants, describeSettings } from './accounts.ts';
import { describeAnswers } from './answers/describe-answers.ts';
import { describeAlerts } from './budgets/describe-alerts.ts';
import { describeBudgets } from './budgets/describe-budgets.ts';
import { describeChecks } from './checks.ts';
import { describeDebts } from './debts.ts';
import { describeDeliveries } from './deliveries.ts';
import { describeErasures } from './answers/describe-erasures.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeKeys } from './keys.ts';
import { ledgerSteps } from './model.ts';
import { describeOutputs } from './outputs.ts';
import { describePages } from './pages.ts';
import { describeBalances, describeHistory, describePruning, describeRecords } from './records.ts';
import { describeCorrections, describeListedKeys, describeSuspensions } from './operators.ts';
import { describeHolds } from './holds.ts';
import { LedgerScene } from './scene.ts';
import type { LedgerUnderTest } from './scene.ts';
import { describeEndings, describeSettling } from './settlements.ts';
import { describeTexts } from './texts.ts';
import { describeLabels } from './answers/describe-labels.ts';
import { describeVotes } from './answers/describe-votes.ts';
import { describeUsage } from './usage.ts';
import { describeWebhooks } from './webhooks.ts';
import { cases } from '../../support/whole-run.ts';

/**
 * What every ledger must do. Call it once for each implementation, at the top level of a test file.
 */
export function describeLedgerContract(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(`${name} keeps the ledger contract`, () => {
    const scene = new LedgerScene(open);
    beforeAll(async () => await scene.open());
    afterAll(async () => {
      const problems = await scene.ledger.check();
      await scene.dispose();
      // Whatever the tests did, refused operations included, every invariant held at the end.
      expect(problems).toEqual([]);
    });

    describeAccounts(scene);
    describeGrants(scene);
    describeCorrections(scene);
    describeSuspensions(scene);
    describeSettings(scene);
    describeAdminTokens(scene);
    describeAudit(scene);
    describeClaims(scene);
    describeKeys(scene);
    describeListedKeys(scene);
    describeHolds(scene);
    describeSettling(scene);
    describeDebts(scene);
    describeBudgets(scene);
    describeAlerts(scene);
    describeOutputs(scene);
    describeEndings(scene);
    describeDeliveries(scene);
    describeIdempotency(scene);
    describeBalances(scene);
    describeChecks(scene);
    describeRecords(scene);
    describePages(scene);
    describeTexts(scene);
    describeErasures(scene);
    describeLabels(scene);
    describeVotes(scene);
    describeAnswers(scene);
    describeHistory(scene);
    describeUsage(scene);
    describePruning(scene);
    describeWebhooks(scene);
    describeLives(scene);
    describeClosing(scene);
  });
}

function describeLives(scene: LedgerScene): void {
  test('any sequence of operations leaves the balance a simple model has', async () => {
    const { ledger } = scene;
    await fc.assert(
      fc.asyncProperty(ledgerSteps(), async (steps) => {
        const account = await scene.newAccount(0);
        const model = {
          posted: 0,
          reserved: 0,
          charged: 0,
          budgets: { day: null, month: null },
          budgetsLeft: { day: null, month: null },
          open: new Map(),
          finished: [],
          nextRequest: 0,
        };
        await fc.asyncModelRun(
          () => ({ model, real: { ledger, accountName: account.name, accountId: account.id } }),
          steps,
        );
        expect(await ledger.check()).toEqual([]);
      }),
      { numRuns: cases(40) },
    );
  });
}

function describeClosing(scene: LedgerScene): void {
  test('closing finishes what is pending, refuses what comes after, and can be repeated', async () => {
    const closing = await scene.openAnother();
    const account = await scene.newAccount(100);
    const pending = [closing.adjustCredits(account.name, 1)];
    // The first is being written by then, so the rest is still waiting when the ledger closes.
    await new Promise((resolve) => setImmediate(resolve));
    for (let index = 1; index < 20; index += 1) pending.push(closing.adjustCredits(account.name, 1));
    const closed = closing.close();
    const late = closing.adjustCredits(account.name, 1);
    await expect(late).rejects.toMatchObject({ code: 'closed' });
    await Promise.all([...pending, closed]);
    await closing.close();
    await expect(closing.authenticate(randomBytes(32))).rejects.toMatchObject({ code: 'closed' });
    await expect(closing.check()).rejects.toMatchObject({ code: 'closed' });
    expect(await scene.balanceOf(account)).toEqual([120, 0]);
  });
}
