import { once } from 'node:events';
import { baseUrlsOf, sandboxEnvironment } from '../environment.ts';
import { startSandboxUpstream } from '../upstream.ts';
import { scriptedReply } from './scripted.ts';

/** Prints the variables that send a gateway to a sandbox on this port. */
export function printSandbox(port: number): void {
  process.stdout.write(exportsOf(`http://127.0.0.1:${port}`));
}

/** Until a signal comes. @param port 0 takes a free one. @throws Error where it is taken. */
export async function serveSandbox(port: number): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const upstream = await startSandboxUpstream({ port, latency: 'plausible', reply: scriptedReply }).catch(
    (error: unknown) => {
      throw isPortTaken(error)
        ? new Error(`Port ${port} is taken. Try --port 0, which takes a free one.`)
        : error;
    },
  );
  process.stdout.write(
    `${exportsOf(upstream.url)}# The sandbox answers at ${upstream.url}. Set the variables above, then \`assay serve\`. Ctrl-C ends it.\n`,
  );
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await upstream.stop();
}

function exportsOf(url: string): string {
  return Object.entries(sandboxEnvironment({ baseUrls: baseUrlsOf(url) }))
    .map(([name, value]) => `export ${name}=${value}\n`)
    .join('');
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
