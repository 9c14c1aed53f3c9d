import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from '../../../core/generated/webhook-event.ts';

/** One request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body, byte for byte. */
  readonly text: string;
}

/** A server on loopback that notes what it is sent. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on; with 204 at first. One that never ends its response hangs. */
  answer: (response: ServerResponse, received: Received) => void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  // Else a connection that rests while the machine is busy is closed under the next request.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        text: Buffer.concat(pieces).toString(),
      };
      received.push(one);
      receiver.answer(response, one);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (response) => void response.writeHead(204).end(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** What a receiver that knows the secret takes. @throws WebhookVerificationError for anything else. */
export function verified({ headers, text }: Received, secret: string): WebhookEvent {
  return new Webhook(secret).verify(text, headers as Record<string, string>) as WebhookEvent;
}
