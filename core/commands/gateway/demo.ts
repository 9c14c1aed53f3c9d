import type { CommandArguments } from '../command-table.ts';
import { loadDevelopmentPart } from './development-parts.ts';

export async function demo(args: CommandArguments): Promise<void> {
  const { demonstrate } = await loadDevelopmentPart('The demo', () => import('../../../test/demo/demo.ts'));
  await demonstrate({ port: args.whole('port'), once: args.flag('once') });
}
