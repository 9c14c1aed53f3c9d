import { describeEvent, newWebhook, setWebhook } from '../../administration/webhooks.ts';
import { AdminError } from './admin-error.ts';
import {
  readAdminBody,
  readField,
  readQuery,
  segment,
  type AdminRequest,
  type AdminRoute,
} from './admin-route.ts';

export function webhookRoutes(): readonly AdminRoute[] {
  return [
    { method: 'put', path: '/accounts/:name/webhook', handle: set },
    { method: 'delete', path: '/accounts/:name/webhook', handle: remove },
    { method: 'get', path: '/webhooks/events', handle: list },
    { method: 'post', path: '/webhooks/events/:id/retry', handle: retry },
  ];
}

async function set(asked: AdminRequest): Promise<void> {
  const { url } = await readAdminBody(asked, 'setWebhook');
  const webhook = readField('/url', () => newWebhook(url));
  asked.response.json(await setWebhook(asked.office, segment(asked, 'name'), webhook));
}

async function remove(asked: AdminRequest): Promise<void> {
  asked.response.json(await setWebhook(asked.office, segment(asked, 'name'), 'off'));
}

async function list(asked: AdminRequest): Promise<void> {
  const limit = readQuery(asked, ['limit'], (query) => query.count('limit', 1_000, 100));
  const events = await asked.office.ledger.webhooks.list(limit);
  asked.response.json({ events: events.map(describeEvent) });
}

async function retry(asked: AdminRequest): Promise<void> {
  const id = segment(asked, 'id');
  const { ledger, by } = asked.office;
  if (!(await ledger.webhooks.retry(id, by)))
    throw new AdminError(
      'unknown',
      'There is no such event: it was delivered, it was pruned, or its account had no webhook.',
    );
  asked.response.json({ id, retried: 1 });
}
