import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import type { PromptRecord } from '../../generated/prompt-record.ts';
import type { ListedPrompt, PromptsResponse } from '../../generated/prompts-response.ts';
import { paintFor } from '../../terminal/paint.ts';
import { printableLines } from '../../terminal/printable-text.ts';
import { say } from '../../terminal/say.ts';
import type { GatewayTarget } from '../../client/call-gateway.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';
import { gatewayTarget } from '../client/gateway-target.ts';
import { readGateway } from '../client/read-gateway.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatFields, print, printRows, type Row } from '../print.ts';
import { answersText } from './answers-text.ts';

/** The gateway looks at up to 1,000 requests for a page, and counts each page against the key's rate. */
const MAX_PAGES = 20;

export async function listPrompts(args: CommandArguments, environment: Environment): Promise<void> {
  const target = await gatewayTarget(args, environment);
  const label = args.text('label');
  const page = await readPage(target, args.integer('limit') ?? 0, omitUndefined({ label }));
  const isLabelled = page.prompts.some((prompt) => prompt.label !== undefined);
  const rows = page.prompts.map((prompt) => rowOf(prompt, isLabelled));
  const empty = label === undefined ? 'Your account has no prompts yet.' : 'No prompt has this label.';
  printRows(args, page, rows, empty);
}

/**
 * Reads pages until there are as many prompts as asked for, since a page of the gateway may have fewer. After
 * `MAX_PAGES` it says where the search ended.
 */
async function readPage(
  target: GatewayTarget,
  limit: number,
  filter: Readonly<Record<string, string>>,
): Promise<PromptsResponse> {
  const prompts: ListedPrompt[] = [];
  let cursor: string | null | undefined;
  let pages = 0;
  do {
    const rest = { limit: String(limit - prompts.length), ...omitUndefined({ cursor: cursor ?? undefined }) };
    const query = new URLSearchParams({ excerpt: 'true', ...filter, ...rest });
    const page = await readGateway<PromptsResponse>(target, `/prompts?${query.toString()}`);
    prompts.push(...page.prompts);
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor !== null && prompts.length < limit && pages < MAX_PAGES);
  if (cursor !== null && prompts.length < limit)
    say(
      'assay prompt list: only the newest of your requests were searched. GET /api/v1/prompts goes further.',
    );
  return { prompts, nextCursor: cursor };
}

function rowOf(prompt: ListedPrompt, isLabelled: boolean): Row {
  const { promptLogId, createdAt, creditsUsed, models, promptStart, ...others } = prompt;
  return {
    id: promptLogId,
    created: { at: createdAt },
    ...(isLabelled && { label: others.label ?? null }),
    credits: creditsUsed,
    models: models.join(', '),
    prompt: promptStart ?? null,
    judges: others.judges.join(', '),
    state: others.state,
    finished: { at: others.finishedAt },
    textsRetained: others.textsRetained,
  };
}

export async function showPrompt(args: CommandArguments, environment: Environment): Promise<void> {
  const [id = ''] = args.positionals;
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id))
    throw new ArgumentError(`"${id}" is not a whole prompt ID. "assay prompt list" lists them.`);
  const target = await gatewayTarget(args, environment);
  const record = await readGateway<PromptRecord>(target, `/prompts/${encodeURIComponent(id)}`);
  print(args, record, recordText(record));
}

function recordText({ request, response, ...head }: PromptRecord): string {
  const { promptLogId, state, createdAt, label, creditsHeld, creditsUsed, models, judges } = head;
  const fields = formatFields({
    id: promptLogId,
    state,
    created: createdAt,
    label,
    models: models.join(', '),
    ...(judges.length > 0 && { judges: judges.join(', ') }),
    creditsHeld,
    creditsUsed,
  });
  const prompt = request?.['prompt'];
  const title = paintFor(process.stdout)('bold', 'Prompt');
  const question = typeof prompt === 'string' ? `\n${title}\n${printableLines(prompt)}\n` : '';
  if (response !== null) return `${fields}${question}${answersText(response)}`;
  return `${fields}${question}\n${state === 'settled' ? 'Its answers are not stored.' : 'It has no answers to show.'}\n`;
}
