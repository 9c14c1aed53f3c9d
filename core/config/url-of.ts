/** The URL of a port that is bound to `host`, without a slash at its end. */
export function urlOf(host: string, port: number): string {
  // These addresses bind to all of the machine's own.
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
