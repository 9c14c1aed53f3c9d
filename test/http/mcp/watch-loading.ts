import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** Preloaded into a gateway. Its parent asks how many modules of the protocol's SDK it has loaded. */
export interface LoadedModules {
  readonly all: number;
  /** The most in one turn of the event loop. */
  readonly mostInTurn: number;
}

const PACKAGES = /\/node_modules\/(?:@modelcontextprotocol|zod|ajv-formats)\//;

if (isMainThread) {
  let [all, inTurn, mostInTurn] = [0, 0, 0];
  registerHooks({
    load(url, context, nextLoad) {
      if (PACKAGES.test(url)) {
        if (inTurn === 0) setImmediate(() => (inTurn = 0));
        all += 1;
        inTurn += 1;
        mostInTurn = Math.max(mostInTurn, inTurn);
      }
      return nextLoad(url, context);
    },
  });
  process.on('message', () => process.send?.({ all, mostInTurn } satisfies LoadedModules));
  // Being watched must not keep a process alive.
  process.channel?.unref();
}
