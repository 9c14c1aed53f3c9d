import type { Registry } from 'prom-client';
import { Counter, Gauge } from './prom-client.ts';

const OUTCOMES = ['delivered', 'failed', 'dead'] as const;
const STATES = ['pending', 'dead'] as const;
const SCOPES = ['account', 'key'] as const;
const PERIODS = ['day', 'month'] as const;
/** In per cent of a budget. */
const THRESHOLDS = ['80', '100'] as const;

/** Metrics of webhooks, of their outbox, and of the budgets that they report. */
export function webhookMetrics(registers: Registry[]) {
  const webhookDeliveries = new Counter({
    name: 'assay_webhook_deliveries_total',
    help: 'Attempts to deliver webhook events: delivered, failed (tried again later), dead (given up).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) webhookDeliveries.inc({ outcome }, 0);
  const webhookEvents = new Gauge({
    name: 'assay_webhook_events',
    help: 'Webhook events in the ledger, counted up to 10,000: pending, and dead letters.',
    labelNames: ['state'],
    registers,
  });
  for (const state of STATES) webhookEvents.set({ state }, 0);
  const budgetAlerts = new Counter({
    name: 'assay_budget_alerts_total',
    help: 'Budgets of which so many per cent were spent, each counted once a period, by whose budget it is and its period.',
    labelNames: ['scope', 'period', 'threshold'],
    registers,
  });
  for (const scope of SCOPES)
    for (const period of PERIODS)
      for (const threshold of THRESHOLDS) budgetAlerts.inc({ scope, period, threshold }, 0);
  return { webhookDeliveries, webhookEvents, budgetAlerts };
}
