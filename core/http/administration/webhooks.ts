import { newWebhook, setWebhook } from '../../administration/webhooks.ts';
import { AdminError } from './admin-error.ts';
import { readField, type AdminHandlers } from './admin-request.ts';

/** Webhooks and their undelivered events. */
export const webhookHandlers = {
  async setWebhook(asked) {
    const { url } = await asked.body();
    const webhook = readField('/url', () => newWebhook(url));
    return await setWebhook(asked.office, asked.segment('name'), webhook);
  },
  removeWebhook: (asked) => setWebhook(asked.office, asked.segment('name'), 'off'),
  async listEvents(asked) {
    const limit = asked.query((query) => query.limit);
    return { events: await asked.office.ledger.webhooks.list(limit) };
  },
  async retryEvent(asked) {
    const id = asked.segment('id');
    const { ledger, by } = asked.office;
    if (!(await ledger.webhooks.retry(id, by)))
      throw new AdminError(
        'unknown',
        'There is no such event: it was delivered, it was pruned, or its account had no webhook.',
      );
    return { id, retried: 1 };
  },
} satisfies Partial<AdminHandlers>;
