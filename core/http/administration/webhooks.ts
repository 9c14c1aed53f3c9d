import { newWebhook, setWebhook } from '../../administration/webhooks.ts';
import { AdminError } from './admin-error.ts';
import { readField, type AdminHandlers } from './admin-request.ts';

/** Webhooks and their undelivered events. */
export const webhookHandlers = {
  async setWebhook(request) {
    const { url } = await request.body();
    const webhook = readField('/url', () => newWebhook(url));
    return await setWebhook(request.context, request.segment('name'), webhook);
  },
  removeWebhook: (request) => setWebhook(request.context, request.segment('name'), 'off'),
  async listEvents(request) {
    const limit = request.query((query) => query.limit);
    return { events: await request.context.ledger.webhooks.list(limit) };
  },
  async retryEvent(request) {
    const id = request.segment('id');
    const { ledger, by } = request.context;
    if (!(await ledger.webhooks.retry(id, by)))
      throw new AdminError(
        'unknown',
        'There is no such event: it was delivered, it was pruned, or its account had no webhook.',
      );
    return { id, retried: 1 };
  },
} satisfies Partial<AdminHandlers>;
