import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@keyv/redis';
import { freePort } from './free-port.ts';

/** A Redis of the test's own, on a port of its own, that may be killed, stopped and started as a test likes. */
export interface RedisServer {
  readonly url: string;
  /** Runs one command and gives its reply. */
  run(...words: readonly string[]): Promise<unknown>;
  /** SIGKILL: what it knew is gone. Returns once it has ended. */
  kill(): Promise<void>;
  /** Starts it again at the same address, empty. */
  start(): Promise<void>;
  /** It keeps its connections and takes new ones, and says nothing. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

const ATTEMPTS = 5;

export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** @param options further words for the server, such as `--requirepass`. */
export async function startRedis(...options: readonly string[]): Promise<RedisServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      const first = await spawnServer(port, options);
      return redisServer(port, options, first);
    } catch (error) {
      // Somebody else may have taken the port in between.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

function redisServer(port: number, options: readonly string[], first: Running): RedisServer {
  let running = first;
  const url = `redis://127.0.0.1:${port}`;
  const kill = async (): Promise<void> => {
    const { guard, ended } = running;
    // The guard kills it, where it has not been yet.
    guard.stdin?.end();
    await ended;
  };
  return {
    url,
    kill,
    async run(...words) {
      const client = createClient({ url, socket: { reconnectStrategy: false } });
      client.on('error', () => {});
      await client.connect();
      try {
        return await client.sendCommand([...words]);
      } finally {
        client.destroy();
      }
    },
    async start() {
      running = await spawnServer(port, options);
    },
    pause: () => running.signal('SIGSTOP'),
    resume: () => running.signal('SIGCONT'),
    stop: kill,
  };
}

interface Running {
  readonly guard: ChildProcess;
  readonly ended: Promise<unknown>;
  signal(name: NodeJS.Signals): void;
}

/** Kills the server when its own input ends, which it does where the test's process is killed, too. */
const GUARD = 'redis-server "$@" & server=$!; echo "server $server"; cat >/dev/null; kill -9 $server; wait';

async function spawnServer(port: number, options: readonly string[]): Promise<Running> {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const guard = spawn('sh', ['-c', GUARD, 'sh', ...words, ...options], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A session of its own. In the tests' own group a server that is stopped makes the kernel hang up on the whole group
    // when some process of it is orphaned: the guard dies of it, and the server goes on.
    detached: true,
  });
  const ended = once(guard, 'exit');
  let printed = '';
  for await (const text of guard.stdout.setEncoding('utf8')) {
    printed += String(text);
    if (printed.includes('Address already in use')) break;
    if (!printed.includes('Ready to accept connections')) continue;
    const pid = Number(/^server (\d+)$/m.exec(printed)?.[1]);
    const signal = (name: NodeJS.Signals): void => {
      if (guard.exitCode === null && guard.signalCode === null) process.kill(pid, name);
    };
    return { guard, ended, signal };
  }
  guard.stdin.end();
  throw new Error(`redis-server did not start on port ${port}:\n${printed}`);
}
