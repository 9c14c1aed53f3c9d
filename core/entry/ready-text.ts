import type { Config } from '../config.ts';
import { urlOf } from '../config/url-of.ts';

interface Ports {
  readonly port: number;
  readonly metricsPort: number;
}

/** The text for a terminal once the gateway listens. */
export function readyText(
  { host, console: hasConsole }: Pick<Config, 'host' | 'console'>,
  { port, metricsPort }: Ports,
): string {
  const url = urlOf(host, port);
  return `
Assay is ready at ${url}
${hasConsole ? `  Console  ${url}/console\n` : ''}  API      ${url}/docs
  Metrics  ${urlOf(host, metricsPort)}/metrics

Next, in another terminal: assay account create acme --credits 5000, then assay key create acme.
Ctrl-C stops the gateway.

`;
}
