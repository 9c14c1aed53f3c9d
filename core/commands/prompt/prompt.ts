import { randomUUID } from 'node:crypto';
import type { Answer } from '../../client/ask-gateway.ts';
import { answerReport, outputsText } from '../../terminal/answer-report.ts';
import { paintFor } from '../../terminal/paint.ts';
import { watchPrompt } from '../../terminal/watch-prompt.ts';
import { defineCommand, usageError, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { gatewayTarget, URL_HELP, type GatewayTarget } from '../gateway-target.ts';
import { promptBody, type PromptBody } from './prompt-body.ts';
import { promptFailure } from './prompt-failure.ts';

const SOME_FAILED = 3;
const INTERRUPTED = 130;
/** Of a file or a pipe. */
const DEFAULT_WIDTH = 160;

const TABLE: CommandTable = {
  command: 'assay prompt',
  purpose: 'send one prompt to several models of a running gateway, watch them, read the answers.',
  forms: [
    { words: ['TEXT'], inline: '-m MODEL [-m MODEL]... [options]', says: 'TEXT may be - for standard input' },
  ],
  options: {
    model: { value: 'MODEL', short: 'm', multiple: true, says: 'one more model; "assay models" lists them' },
    judge: {
      value: 'MODEL',
      short: 'j',
      multiple: true,
      says: 'one more judge, which compares the answers pair by pair, each pair in both orders',
    },
    'judge-prompt': { value: 'TEXT', says: 'what the judges are to look at' },
    'judge-until': {
      value: 'P',
      says: 'stop judging once one answer is the best with probability P, from 0.5 to 0.999',
    },
    fuse: {
      value: 'MODEL',
      says: 'one more answer, which this model writes from all others; it is judged as they are',
    },
    weights: { value: 'LIST', says: 'what counts, such as accuracy=1,speed=0.5,cost=0.2' },
    system: { value: 'TEXT', says: 'the system prompt' },
    file: { value: 'PATH', multiple: true, says: 'one more image or PDF' },
    schema: { value: 'PATH', says: 'a JSON Schema that every answer must follow' },
    temperature: { value: 'N', says: 'how freely the models choose words, from 0 to 2' },
    'top-p': { value: 'N', says: 'the share of likely words to choose from, from 0 to 1' },
    'max-tokens': { value: 'N', says: 'the most tokens an answer may have' },
    'zero-data-retention': { says: 'nothing of the prompt and the answers is stored at the gateway' },
    'idempotency-key': {
      value: 'KEY',
      says: 'the same key and request again bring the same answer and no second charge',
    },
    url: { value: 'URL', says: URL_HELP },
  },
  json: "print the response's JSON and nothing else",
  closing: `The API key is read from ASSAY_KEY. Progress goes to standard error, what came of it to standard output.
Exit codes: 0 every model answered, 3 at least one did not, 1 there is no answer, 2 the arguments
are invalid, 130 stopped by Ctrl-C.`,
  examples: ['ASSAY_KEY=assay_... assay prompt "Explain the CAP theorem." -m MODEL -m OTHER -j JUDGE'],
};

export const prompt: Command = defineCommand(TABLE, async (args, environment) => {
  if (args.texts('model').length === 0) throw usageError(TABLE, args.positionals, '-m MODEL is missing');
  const body = await promptBody(args);
  const idempotencyKey = args.text('idempotency-key') ?? randomUUID();
  const target = { ...gatewayTarget(args, environment), idempotencyKey };
  return ask(body, { ...target, json: args.json, isDumb: environment['TERM'] === 'dumb' });
});

interface Target extends GatewayTarget {
  readonly idempotencyKey: string;
}

interface Sending extends Target {
  readonly json: boolean;
  /** Whether the terminal cannot move its cursor. */
  readonly isDumb: boolean;
}

/** @returns the exit code. @throws Error where there is no answer. */
async function ask(body: PromptBody, target: Sending): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  // The reader of a pipe has gone, as in `assay prompt ... | head`.
  process.stdout.on('error', interrupt);
  try {
    const { response, json } = await watch(body, { ...target, signal: interrupted.signal });
    process.stdout.write(target.json ? `${json}\n` : reportOf(response));
    return response.results.every(({ status }) => status === 'completed') ? 0 : SOME_FAILED;
  } catch (error) {
    if (!interrupted.signal.aborted) throw promptFailure(error, target);
    process.stderr.write(
      'assay prompt: stopped. What had been sent to providers is charged, nothing more is sent.\n',
    );
    return INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function watch(body: PromptBody, target: Sending & { readonly signal: AbortSignal }): Promise<Answer> {
  const { stderr } = process;
  // A program that reads JSON wants no lines from us, unless a person is watching it.
  const stream = target.json && !stderr.isTTY ? { write: () => true } : stderr;
  return watchPrompt({
    ...target,
    body,
    stream,
    inPlace: stderr.isTTY && !target.isDumb,
    paint: paintFor(stderr),
    now: () => performance.now(),
  });
}

function reportOf(response: Answer['response']): string {
  const { stdout } = process;
  const paint = paintFor(stdout);
  const maxWidth = stdout.isTTY && stdout.columns > 0 ? stdout.columns : DEFAULT_WIDTH;
  return outputsText(response, paint) + answerReport(response, { maxWidth, paint });
}
