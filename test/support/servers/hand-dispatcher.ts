import { Dispatcher } from 'undici';

/** Plays undici's part by hand. */
export class HandDispatcher extends Dispatcher {
  handler: Dispatcher.DispatchHandler = {};
  readonly aborted: Error[] = [];
  pauses = 0;
  resumes = 0;
  readonly controller = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason: Error): void => void this.aborted.push(reason),
    pause: (): void => {
      this.controller.paused = true;
      this.pauses += 1;
    },
    resume: (): void => {
      if (this.controller.paused) this.resumes += 1;
      this.controller.paused = false;
    },
  };

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.handler = handler;
    return true;
  }

  start(): void {
    this.handler.onRequestStart?.(this.controller, {});
  }

  begin(status: number, headers: Record<string, string | string[]>): void {
    this.handler.onResponseStart?.(this.controller, status, headers);
  }

  send(...chunks: readonly (Buffer | string)[]): void {
    for (const chunk of chunks) this.handler.onResponseData?.(this.controller, Buffer.from(chunk));
  }

  end(): void {
    this.handler.onResponseEnd?.(this.controller, {});
  }

  breakOff(code: string): void {
    this.handler.onResponseError?.(this.controller, Object.assign(new Error('no'), { code }));
  }

  answer(status: number, headers: Record<string, string | string[]>, chunks: readonly Buffer[]): void {
    this.begin(status, headers);
    this.send(...chunks);
    this.end();
  }
}
