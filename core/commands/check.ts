import { inspectManifests } from '../../codegen/generate.ts';
import { formatProblem } from '../../codegen/manifest-problem.ts';
import { manifestWarnings } from '../../codegen/manifest-warnings.ts';
import { readCodegenInput } from '../../codegen/read-input.ts';
import { loadConfig } from '../config.ts';
import { readWords, usageError, type Command } from './command.ts';

const HELP = `assay check: read every manifest as the gateway would, and say everything that is wrong.

  assay check     exit code 1 where a manifest cannot be used; warnings alone leave it 0

Warnings tell of models that shut down soon, prices not checked for long, and promised discounts deeper than
the provider's own.

  --json    print JSON

Example: ASSAY_MANIFESTS=./manifests assay check
`;

export const check: Command = {
  name: 'check',
  summary: 'Check every manifest and say what is wrong and what to do.',
  async run(rest, environment) {
    const words = readWords(rest, HELP);
    if (words === undefined) return 0;
    if (words.positionals.length > 0) throw usageError(HELP);
    const { manifests, problems } = inspectManifests(
      await readCodegenInput({ manifests: loadConfig(environment).manifestsPath }),
    );
    const warnings = manifestWarnings(manifests, new Date().toISOString().slice(0, 10));
    if (words.json) {
      process.stdout.write(`${JSON.stringify({ problems, warnings }, undefined, 2)}\n`);
    } else {
      for (const problem of problems) process.stdout.write(`error    ${formatProblem(problem)}\n`);
      for (const warning of warnings) process.stdout.write(`warning  ${formatProblem(warning)}\n`);
      const models = manifests.reduce((sum, { manifest }) => sum + manifest.models.length, 0);
      process.stdout.write(
        `${manifests.length} manifests, ${models} models: ${problems.length} errors, ${warnings.length} warnings\n`,
      );
    }
    return problems.length === 0 ? 0 : 1;
  },
};
