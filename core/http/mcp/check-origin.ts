import { isIP } from 'node:net';
import type { Request } from 'express';
import { GatewayError } from '../../errors.ts';

/**
 * Lets no web page of another site in (MCP 2025-11-25, Streamable HTTP, security warning). Programs send no Origin. A page
 * of the gateway's own address may ask if that is `localhost` or an IP address: any other name may have been pointed here
 * by whoever wrote the page (DNS rebinding).
 * @throws GatewayError 403 for any other Origin.
 */
export function checkOrigin({ headersDistinct, headers }: Request): void {
  const origins = headersDistinct['origin'];
  if (origins === undefined) return;
  const [origin = '', ...others] = origins;
  const { host = '', hostname = '' } = URL.parse(origin) ?? {};
  const isAddress = hostname === 'localhost' || isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0;
  if (others.length === 0 && isAddress && host === headers.host?.toLowerCase()) return;
  throw new GatewayError('foreign-origin', {
    detail: 'Web pages of other sites may not use /mcp. Connect an MCP client that runs as a program.',
  });
}
