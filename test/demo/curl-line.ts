export interface CurlRequest {
  readonly url: string;
  readonly key: string;
  readonly body: unknown;
}

/** A command for any POSIX shell that sends the request and prints the answer, to be copied as it stands. */
export function curlLine({ url, key, body }: CurlRequest): string {
  return [
    `curl -sS ${quoteForShell(url)}`,
    `-H ${quoteForShell(`Authorization: Bearer ${key}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoteForShell(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** One word to a POSIX shell, whatever it holds: nothing is special inside single quotes but their end. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", () => String.raw`'\''`)}'`;
}
