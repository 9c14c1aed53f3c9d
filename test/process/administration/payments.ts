/** An answer to a payment. */
export interface Paid {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** Posts a payment as a billing system does. Rejects if the gateway has ended. */
export async function pay(
  operationsUrl: string,
  token: string,
  payment: { readonly account: string; readonly credits: number; readonly key: string },
): Promise<Paid> {
  const reply = await fetch(`${operationsUrl}/admin/v1/accounts/${payment.account}/credits`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': payment.key,
    },
    body: JSON.stringify({ credits: payment.credits, note: payment.key }),
  });
  return {
    status: reply.status,
    text: await reply.text(),
    isReplayed: reply.headers.get('idempotency-replayed') === 'true',
  };
}

/** Asks the administration API for something. */
export async function look(operationsUrl: string, token: string, path: string): Promise<Response> {
  return await fetch(`${operationsUrl}/admin/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
}
