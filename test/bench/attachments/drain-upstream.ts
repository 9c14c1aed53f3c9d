import { createServer } from 'node:net';
import { DrainConnection } from './drain-connection.ts';

/**
 * A provider that reads a body, throws it away and gives a short answer in the dialect the path asks for. It shares no
 * process with what is measured, and speaks just enough HTTP for it, so as to take little of the machine. A first
 * argument slows it down, bytes a second that each connection reads; a second delays its answers, milliseconds. A third
 * and a fourth have it stream chat completions: tokens, and how many of them a second.
 */
const bytesPerSecond = Number(process.argv[2] ?? Infinity);
const delayMs = Number(process.argv[3] ?? 0);
const tokens = Number(process.argv[4] ?? 0);
const tokensPerSecond = Number(process.argv[5] ?? Infinity);
const stream = tokens > 0 ? { tokens, tokensPerSecond } : undefined;

function schedule(answer: () => void): (() => void) | undefined {
  if (delayMs === 0) {
    answer();
    return undefined;
  }
  const timer = setTimeout(answer, delayMs);
  return () => clearTimeout(timer);
}

const server = createServer((socket) => new DrainConnection(socket, { bytesPerSecond, schedule, stream }));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }));
});
