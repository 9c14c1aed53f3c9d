import type { ServerResponse } from 'node:http';
import { EndingSource, type Ending } from '../../upstream/ending.ts';

/** @returns what is over once the client has gone without its whole answer; at once where it already has. */
export function watchClient(response: ServerResponse): Ending {
  const gone = new EndingSource();
  whenClosed(response, () => {
    if (!response.writableFinished) gone.end();
  });
  return gone;
}

/** Calls back once the response is sent or its connection is gone; at once where that was so before. */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  if (response.closed) callback();
  else response.once('close', callback);
}
