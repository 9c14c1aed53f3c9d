import { randomUUID } from 'node:crypto';
import type { Environment } from '../../config.ts';
import { say } from '../../terminal/say.ts';
import { watchPrompt } from '../../terminal/watch-prompt.ts';
import { networkError } from '../../client/call-gateway.ts';
import { gatewayRefusal } from '../client/gateway-failure.ts';
import { gatewayTarget } from '../client/gateway-target.ts';
import { interruptible, progressOutput } from '../client/interruptible.ts';
import type { CommandArguments } from '../command-table.ts';
import type { PromptResponse } from '../../generated/prompt-response.ts';
import { formatFields } from '../print.ts';
import { answersText } from './answers-text.ts';
import { promptBody, type PromptBody } from './prompt-body.ts';

const SOME_FAILED = 3;

/** @returns the exit code. @throws Error without an answer. */
export async function sendPrompt(args: CommandArguments, environment: Environment): Promise<number> {
  const body = await promptBody(args);
  const idempotencyKey = args.text('idempotency-key') ?? randomUUID();
  const target = { ...(await gatewayTarget(args, environment)), idempotencyKey };
  return interruptible(
    async (signal, interrupt) => {
      // The reader of a pipe has gone, as in `assay prompt send ... | head`.
      process.stdout.on('error', interrupt);
      const options = { ...target, body, signal, ...progressOutput(args.json, environment) };
      const { response, json } = await watchPrompt(options).catch((cause: unknown) => {
        const lostMessage = `${networkError(cause).message}\nThe request may have run. The same command with --idempotency-key ${idempotencyKey} brings its answer without a second charge.`;
        const message = gatewayRefusal(cause, target.url, namesIn(body))?.message ?? lostMessage;
        throw new Error(forTerminal(message), { cause });
      });
      process.stdout.write(args.json ? `${json}\n` : answersText(response) + recordText(response, args));
      return response.results.every(({ status }) => status === 'completed') ? 0 : SOME_FAILED;
    },
    () =>
      say('assay prompt send: Stopped. What had been sent to providers is charged, nothing more is sent.'),
  );
}

/** How to find the request again. A label that is not stored finds nothing. */
function recordText({ promptLogId, warnings = [] }: PromptResponse, args: CommandArguments): string {
  const isLabelled = warnings.every(({ code }) => code !== 'label_unused');
  const url = args.text('url');
  const command = `assay prompt show ${promptLogId}${url === undefined ? '' : ` --url ${url}`}`;
  const fields = formatFields({ id: promptLogId, ...(isLabelled && { label: args.text('label') }) });
  return `\n${fields}Next: ${command}\n`;
}

/** The gateway's advice with commands and options instead of addresses and fields. */
function forTerminal(message: string): string {
  return message
    .replaceAll('maxTokens', '--max-tokens')
    .replaceAll('GET /api/v1/models lists the known ones', '"assay model list" lists them');
}

/** Models and judges by the pointers that name them. */
function namesIn({ models, judges = [], fuse = '' }: PromptBody): ReadonlyMap<string, string> {
  return new Map([
    ...models.map((id, index) => [`/models/${index}`, id] as const),
    ...judges.map((id, index) => [`/judges/${index}`, id] as const),
    ['/fuse', fuse] as const,
  ]);
}
