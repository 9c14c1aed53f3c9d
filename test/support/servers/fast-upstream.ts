import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listenAndPrint } from './child-process.ts';
import {
  drip,
  fenceLines,
  flood,
  repeatItem,
  searchQueries,
  trickle,
  withNesting,
  zeroWidthText,
} from './hostile-replies.ts';
import { replyOn } from './provider-wires.ts';

/**
 * A provider in the five wire formats that answers at once, in a process of its own: for loads the sandbox would be the
 * slowest part of. It checks nothing. A word in double brackets, in the first or last 64 KB of a request, says how it
 * goes: `[[status 500]]`, `[[html]]`, `[[reset]]`, `[[cut]]`, `[[slow 200]]` (milliseconds), `[[schema]]`. Judges are
 * given a verdict. Hostile replies: `[[zerowidth 200000]]` (characters of an answer), `[[fences 199000]]` (characters of a
 * judge's reply), `[[trickle 16000000]]` (bytes, each a chunk), `[[nesting 16000000]]` (bytes), `[[searches 10001]]`, `[[drip 300]]` (words of a chat completion, streamed twenty a second),
 * `[[headers]]` and `[[trailers]]` (without an end), `[[items 500]]` (events that end one long item of a response), `[[unfinished 2000000]]` (characters of an answer; one model gives none for a while).
 */
interface Received {
  /** The whole body, or its two ends. */
  readonly body: string;
  /** Of the whole body. */
  readonly bytes: number;
}

interface Script {
  readonly word: string | undefined;
  readonly count: number;
}

/** Of a long body, this much of each end is kept. */
const KEPT_BYTES = 65_536;
/** Stands in what every judge is told last. */
const JUDGING = 'Judge FIRST and SECOND by the rules';
const VERDICTS = ['first', 'second', 'tie'];
const SCRIPT = /\[\[(\w+)(?: (\d+))?\]\]/;
/** In the path of one of the hostile models. */
const LATE_MODEL = 'nova-micro';
const LATE_MS = 15_000;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const SHORT_HEADER = 'a:\r\n';
/** About four bytes a token. */
const BYTES_PER_TOKEN = 4;

/** Keeps at most about 128 KB, so that 64 calls of 28 MB do not fill the memory of this process. */
async function receive(request: IncomingMessage): Promise<Received> {
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const piece of request) {
    const chunk = Buffer.from(piece);
    bytes += chunk.length;
    if (headBytes < KEPT_BYTES) {
      head.push(chunk);
      headBytes += chunk.length;
    } else tail = Buffer.concat([tail, chunk]).subarray(-KEPT_BYTES);
  }
  return { body: Buffer.concat([...head, tail]).toString('latin1'), bytes };
}

function answerTo({ body, bytes }: Received, { word, count }: Script): string {
  if (body.includes(JUDGING)) {
    if (word === 'fences') return fenceLines(count);
    const verdict = VERDICTS[bytes % VERDICTS.length];
    return JSON.stringify({
      first_notes: '-',
      second_notes: '-',
      reasoning: 'It is so.',
      verdict,
      confidence: 1,
    });
  }
  if (word === 'unfinished') return 'word '.repeat(count / 5);
  if (word === 'zerowidth') return zeroWidthText(count);
  const text = `An answer to ${bytes} bytes.`;
  return word === 'schema' ? JSON.stringify({ answer: text }) : text;
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const received = await receive(request);
  const [, word, number] = SCRIPT.exec(received.body) ?? [];
  const script = { word, count: Number(number ?? 0) };
  const { count } = script;
  if (word === 'slow') await wait(count);
  if (word === 'unfinished' && request.url?.includes(LATE_MODEL) === true) await wait(LATE_MS);
  if (word === 'headers') return flood(response, HEAD, SHORT_HEADER);
  if (word === 'trailers')
    return flood(response, `${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`, SHORT_HEADER);
  if (word === 'items') return repeatItem(response, count);
  if (word === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  if (word === 'status') return send(response, count, { error: { message: 'It was asked to fail.' } });
  if (word === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Bad gateway</p>');
    return;
  }
  const text = answerTo(received, script);
  const tokensIn = Math.ceil(received.bytes / BYTES_PER_TOKEN);
  const tokensOut = Math.ceil(text.length / BYTES_PER_TOKEN);
  const searches = word === 'searches' ? { searches: searchQueries(count) } : {};
  const reply = replyOn(request.url ?? '', { text, tokensIn, tokensOut, ...searches });
  if (reply === undefined) return send(response, 404, {});
  if (word === 'cut') return cut(response, reply);
  if (word === 'drip') return drip(response, { words: count, tokensIn });
  if (word === 'trickle') return trickle(response, { reply, text, bytes: count });
  if (word === 'nesting') return sendText(response, 200, withNesting(reply, count));
  send(response, 200, reply);
}

function send(response: ServerResponse, status: number, value: object): void {
  sendText(response, status, JSON.stringify(value));
}

function sendText(response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

function cut(response: ServerResponse, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.write(body.subarray(0, Math.ceil(body.length / 2)), () => response.socket?.resetAndDestroy());
}

const server = createServer((request, response) => {
  // A gateway that hangs up in the middle is no fault of ours.
  serve(request, response).catch(() => response.destroy());
});
server.keepAliveTimeout = 60_000;
listenAndPrint(server);
process.once('disconnect', () => process.exit(0));
