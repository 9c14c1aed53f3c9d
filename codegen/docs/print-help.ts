// A script: prints what `assay --help` says, then the help of each command, in one process. A form feed ends each.
import process from 'node:process';

const CLI = '../../core/cli.ts';

const overview = await helpOf([]);
for (const [, name = ''] of overview.matchAll(/^ {2}([a-z]+) +[A-Z]/gm)) await helpOf([name]);

/** The command line reads its words as it is loaded, so it is loaded once for each. */
async function helpOf(words: readonly string[]): Promise<string> {
  process.argv = [process.execPath, CLI, ...words, '--help'];
  const write = process.stdout.write.bind(process.stdout);
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    text += String(chunk);
    return true;
  };
  await import(`${CLI}?${words.join('-')}`);
  process.stdout.write = write;
  process.stdout.write(`${text}\f`);
  return text;
}
