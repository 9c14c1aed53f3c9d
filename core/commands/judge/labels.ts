import { accountLabels } from '../../client/labels.ts';
import { createGatewayClient } from '../../eval/run/gateway-client.ts';
import { CLOCK, Pace } from '../../eval/run/pace.ts';
import { persist } from '../../eval/run/persist.ts';
import { defineCommand, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { gatewayRefusal } from '../gateway-failure.ts';
import { gatewayTarget, URL_HELP } from '../gateway-target.ts';

const TABLE: CommandTable = {
  command: 'assay judge labels',
  purpose: 'write the votes of your account as labels, those on the newest request first.',
  forms: [{ inline: '[--url URL]' }],
  notes: `Votes are given in the console, or with POST /api/v1/prompts/{promptLogId}/votes. The labels go to standard output, one
JSON object on each line, as "assay judge calibrate" reads them.`,
  options: { url: { value: 'URL', says: URL_HELP } },
  json: null,
  closing: 'The API key is read from ASSAY_KEY.',
  examples: ['ASSAY_KEY=assay_... assay judge labels > labels.jsonl'],
};

export const labels: Command = defineCommand(TABLE, async (args, environment) => {
  const target = gatewayTarget(args, environment);
  const { signal } = new AbortController();
  const client = createGatewayClient({ ...target, signal });
  const terms = { pace: new Pace(1, CLOCK), clock: CLOCK, signal };
  const page = (cursor: string | undefined) => client.prompts(cursor, { voted: 'true' });
  try {
    const written = accountLabels({
      // Where nobody answers at first, nobody waits.
      page: async (cursor) => (cursor === undefined ? page(cursor) : persist(() => page(cursor), terms)),
      record: async (promptLogId) => persist(() => client.record(promptLogId), terms),
    });
    for await (const lines of written) process.stdout.write(lines);
  } catch (error) {
    throw gatewayRefusal(error, target.url) ?? error;
  }
  return 0;
});
