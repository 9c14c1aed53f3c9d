// Prints `assay --help` and the help of every command in one process, each followed by a form feed.
import process from 'node:process';

const CLI = '../../core/entry/run-cli.ts';
const AT_ONCE = '../../core/entry/answer-at-once.js';

const overview = await helpOf([]);
for (const [, name = ''] of overview.matchAll(/^ {2}([a-z-]+) +[A-Z]/gm)) await helpOf([name]);

/** `core/entry/run-cli.ts` reads its arguments when it is loaded, so each command loads it again. */
async function helpOf(words: readonly string[]): Promise<string> {
  process.argv = [process.execPath, CLI, ...words, '--help'];
  const write = process.stdout.write.bind(process.stdout);
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    text += String(chunk);
    return true;
  };
  if (words.length > 0) await import(`${CLI}?${words.join('-')}`);
  else (await import(AT_ONCE)).answerAtOnce(['--help']);
  process.stdout.write = write;
  process.stdout.write(`${text}\f`);
  return text;
}
