import { parseArgs } from 'node:util';
import { VARIABLES } from '../config/variables.ts';

const HELP = `Start the Assay gateway.

  assay serve [--watch], or node core/main.ts [--watch] [--help]

  --watch                      Reload the manifests and key files whenever they change. SIGHUP and "assay reload" do it
                               always.

It is configured by environment variables:

${VARIABLES.map(({ name, fallback, meaning }) => `  ${name.padEnd(28)} ${meaning} Default: ${fallback}`).join('\n')}
  ${'ASSAY_BASE_URL_<PROVIDER>'.padEnd(28)} Replaces that provider's base URL whole.

and by each provider's key, under the name its manifest gives ("assay model list" lists what is configured). With _FILE
after its name, a variable names a file to read the key from, such as AURORA_API_KEY_FILE; a reload reads it again.

Example: ASSAY_PORT=8090 ASSAY_LOG_LEVEL=warn assay serve
`;

export interface StartArguments {
  readonly watches: boolean;
}

/**
 * Reads the command line. It imports almost nothing, so that wrong arguments fail at once and leave nothing behind.
 * @returns undefined if it has printed the help. @throws TypeError that names the wrong argument.
 */
export function readStartArguments(args: readonly string[]): StartArguments | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      watch: { type: 'boolean', default: false },
    },
  });
  if (values.help === true) {
    process.stdout.write(HELP);
    return undefined;
  }
  return { watches: values.watch };
}
