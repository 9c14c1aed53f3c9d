import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** Preloaded into a gateway. Its parent asks how many bytes of the modules of the protocol's SDK it has loaded. */
export interface LoadedModules {
  readonly all: number;
  /** The most in one turn of the event loop: the time that a turn takes grows with them. */
  readonly mostInTurn: number;
}

const PACKAGES = /\/node_modules\/(?:@modelcontextprotocol|zod|ajv-formats)\//;

if (isMainThread) {
  let [all, inTurn, mostInTurn] = [0, 0, 0];
  registerHooks({
    load(url, context, nextLoad) {
      if (PACKAGES.test(url)) {
        if (inTurn === 0) setImmediate(() => (inTurn = 0));
        const loaded = nextLoad(url, context);
        const bytes = Buffer.byteLength(loaded.source ?? '');
        all += bytes;
        inTurn += bytes;
        mostInTurn = Math.max(mostInTurn, inTurn);
        return loaded;
      }
      return nextLoad(url, context);
    },
  });
  process.on('message', () => process.send?.({ all, mostInTurn } satisfies LoadedModules));
  // Being watched must not keep a process alive.
  process.channel?.unref();
}
