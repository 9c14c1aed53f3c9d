import type { CommandArguments } from '../command-table.ts';
import { loadDevelopmentPart } from './development-parts.ts';

export async function sandbox(args: CommandArguments): Promise<void> {
  const { printSandbox, serveSandbox } = await loadDevelopmentPart(
    'The sandbox',
    () => import('../../../test/sandbox/run/sandbox.ts'),
  );
  const port = args.whole('port') ?? 0;
  if (args.flag('print')) printSandbox(port);
  else await serveSandbox(port);
}
