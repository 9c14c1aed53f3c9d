import { accountLabels } from '../../client/labels.ts';
import { createGatewayClient } from '../../eval/run/gateway-client.ts';
import { CLOCK, Pace } from '../../eval/run/pace.ts';
import { persist } from '../../eval/run/persist.ts';
import type { Environment } from '../../config.ts';
import { gatewayRefusal } from '../client/gateway-failure.ts';
import { gatewayTarget } from '../client/gateway-target.ts';
import type { CommandArguments } from '../command-table.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** `judge labels`. */
export async function writeLabels(args: CommandArguments, environment: Environment): Promise<number> {
  const target = await gatewayTarget(args, environment);
  const { signal } = new AbortController();
  const client = createGatewayClient({ ...target, signal });
  const terms = { pace: new Pace(1, CLOCK), clock: CLOCK, signal };
  const filter = omitUndefined({ voted: 'true', from: args.text('from'), to: args.text('to') });
  const page = (cursor: string | undefined) => client.prompts(cursor, filter);
  try {
    const chunks = accountLabels({
      // The first page is not retried, so that a wrong address fails at once.
      page: async (cursor) => (cursor === undefined ? page(cursor) : persist(() => page(cursor), terms)),
      record: async (promptLogId) => persist(() => client.record(promptLogId), terms),
    });
    for await (const lines of chunks) process.stdout.write(lines);
  } catch (error) {
    throw gatewayRefusal(error, target.url) ?? error;
  }
  return 0;
}
