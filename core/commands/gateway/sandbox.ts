import { printSandbox, serveSandbox } from '../../sandbox/run/sandbox.ts';
import type { CommandArguments } from '../command-table.ts';

export async function sandbox(args: CommandArguments): Promise<void> {
  const port = args.integer('port') ?? 0;
  if (args.flag('print')) printSandbox(port);
  else await serveSandbox(port);
}
