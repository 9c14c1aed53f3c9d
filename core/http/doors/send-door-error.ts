import type { Response } from 'express';
import type { GatewayError } from '../../errors.ts';
import { closeUnread } from '../answer/error-handler.ts';
import { doorErrorOf, type DoorError } from './door-error.ts';

/** For the error handler of these addresses. */
export function writeDoorError(response: Response, error: GatewayError): void {
  sendDoorError(response, doorErrorOf(error));
}

export function sendDoorError(response: Response, { status, body, headers }: DoorError): void {
  closeUnread(response);
  response
    .status(status)
    .set('Cache-Control', 'no-store')
    .set(headers)
    .type('application/json')
    .send(JSON.stringify({ error: body }));
}
