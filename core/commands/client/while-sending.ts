import { RunStopped } from '../../eval/run/persist.ts';
import { say } from '../../terminal/say.ts';
import { gatewayRefusal } from './gateway-failure.ts';
import { interruptible } from './interruptible.ts';

/** What is sent, for the person at the terminal. */
export interface Sending {
  /** The command, such as `assay eval`. */
  readonly command: string;
  /** Address of the gateway. */
  readonly url: string;
  /** That the same command goes on, as a sentence without its full stop. */
  readonly again: string;
  /** @param begin is called before the first is sent. @returns the exit code. */
  readonly work: (signal: AbortSignal, begin: () => void) => Promise<number>;
}

/** Sends until it ends or is interrupted, and says then what becomes of what was sent. @returns the exit code. @throws Error for a person at the terminal. */
export async function whileSending({ command, url, again, work }: Sending): Promise<number> {
  let isSending = false;
  const begin = (): void => {
    isSending = true;
  };
  return interruptible(
    async (signal) => {
      try {
        return await work(signal, begin);
      } catch (error) {
        if (!(error instanceof RunStopped)) throw gatewayRefusal(error, url) ?? error;
        throw new Error(`${error.message}. The ${again}.`, { cause: error });
      }
    },
    () =>
      say(
        `${command}: Stopped. ${isSending ? `What was sent runs on at the gateway; the ${again}` : 'Nothing was sent'}.`,
      ),
  );
}
