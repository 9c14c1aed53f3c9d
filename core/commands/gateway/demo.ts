import type { Environment } from '../../config.ts';
import { paintFor } from '../../terminal/paint.ts';
import type { CommandArguments } from '../command-table.ts';

export async function demo(args: CommandArguments, environment: Environment): Promise<void> {
  const paint = paintFor(process.stdout);
  // Said at once: on a first start, what is loaded next is compiled for some seconds.
  process.stdout.write(`
${paint('bold', 'Assay')} asks four models one question, and two judges compare the answers.
A sandbox on this machine answers in the providers' place: no real key is used, and nothing is sent out.
Starting the sandbox and the gateway; the first time takes a few seconds.

`);
  const { demonstrate } = await import('../../sandbox/demo/demo.ts');
  const { TERM: terminal } = environment;
  await demonstrate({ port: args.integer('port'), once: args.flag('once'), terminal });
}
