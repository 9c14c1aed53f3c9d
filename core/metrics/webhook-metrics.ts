import { Counter, Gauge, type Registry } from 'prom-client';

const OUTCOMES = ['delivered', 'failed', 'dead'] as const;
const STATES = ['pending', 'dead'] as const;

/** Of webhooks and the outbox they are sent from. */
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
    // All count the same ledger.
    aggregator: 'max',
    registers,
  });
  for (const state of STATES) webhookEvents.set({ state }, 0);
  return { webhookDeliveries, webhookEvents };
}
