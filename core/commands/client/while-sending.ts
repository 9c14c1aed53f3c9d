import { RunStopped } from '../../eval/run/persist.ts';
import { say } from '../../terminal/say.ts';
import { gatewayRefusal } from './gateway-failure.ts';
import { interruptible } from './interruptible.ts';

/** A command that sends requests, as the person at the terminal sees it. */
export interface SendingCommand {
  /** The command, such as `assay eval`. */
  readonly command: string;
  /** Address of the gateway. */
  readonly url: string;
  /** How to resume, as a sentence without its first word and its full stop. */
  readonly resumeHint: string;
  /** @param markSending is called before the first request. @returns the exit code. */
  readonly work: (signal: AbortSignal, markSending: () => void) => Promise<number>;
}

/** Sends until it ends or is interrupted, and says then what becomes of what was sent. @returns the exit code. @throws Error for a person at the terminal. */
export async function whileSending({ command, url, resumeHint, work }: SendingCommand): Promise<number> {
  let isSending = false;
  const markSending = (): void => {
    isSending = true;
  };
  return interruptible(
    async (signal) => {
      try {
        return await work(signal, markSending);
      } catch (error) {
        if (!(error instanceof RunStopped)) throw gatewayRefusal(error, url) ?? error;
        throw new Error(`${error.message}. The ${resumeHint}.`, { cause: error });
      }
    },
    () =>
      say(
        `${command}: Stopped. ${isSending ? `What was sent runs on at the gateway; the ${resumeHint}` : 'Nothing was sent'}.`,
      ),
  );
}
