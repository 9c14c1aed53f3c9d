import { serve } from '../commands/gateway/serve.ts';

try {
  serve([], process.env);
} catch (error) {
  process.stderr.write(`assay serve: ${error instanceof Error ? error.message : 'It failed.'}\n`);
  process.exitCode = 1;
}
