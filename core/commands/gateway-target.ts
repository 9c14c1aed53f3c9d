import type { Environment } from '../config.ts';
import { ArgumentError } from '../argument-error.ts';
import type { CommandArguments } from './command.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';

/** What `--help` says of `--url`. */
export const URL_HELP = `of the gateway; default ${DEFAULT_URL}, or that host with the port in ASSAY_PORT`;

/** A running gateway, and who asks it. */
export interface GatewayTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

/** From `--url`, `ASSAY_PORT` and `ASSAY_KEY`. @throws Error where the key is missing or the address is none. */
export function gatewayTarget(args: CommandArguments, environment: Environment): GatewayTarget {
  const key = environment['ASSAY_KEY'];
  if (key === undefined || key === '')
    throw new Error('ASSAY_KEY is not set: give it an API key, such as "assay key create" makes');
  const url = args.text('url') ?? localUrl(environment['ASSAY_PORT']);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ArgumentError(`--url takes the gateway's address, such as ${DEFAULT_URL}`);
  return { url: url.replace(/\/+$/, ''), key };
}

/** @throws ArgumentError where a gateway with this `ASSAY_PORT` takes a free port, or does not start. */
function localUrl(port: string | undefined): string {
  if (port === undefined) return DEFAULT_URL;
  if (!/^\d{1,5}$/.test(port) || Number(port) === 0 || Number(port) > MAX_PORT)
    throw new ArgumentError(
      `ASSAY_PORT is no port from 1 to ${MAX_PORT}: set it to the gateway's, or give --url, such as ${DEFAULT_URL}`,
    );
  const url = new URL(DEFAULT_URL);
  url.port = port;
  return url.origin;
}

const MAX_PORT = 65_535;
