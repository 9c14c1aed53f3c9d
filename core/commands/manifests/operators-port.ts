import type { Config } from '../../config.ts';

/** Address of the running gateway's operators' port, without a slash at its end. */
export function operatorsUrl({ host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>): string {
  return `http://${hostOf(host)}:${metricsPort}`;
}

/** An address to bind to may stand for all of the machine's own. */
function hostOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
