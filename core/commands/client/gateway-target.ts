import type { Environment } from '../../config.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { GatewayTarget } from '../../client/call-gateway.ts';
import type { CommandArguments } from '../command-table.ts';
import { readProfile } from './profile.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';

/**
 * From `--url`, `ASSAY_PORT` and `ASSAY_KEY`, else from what `assay login` keeps. A kept key is sent only to the
 * address it was kept with. @throws Error if there is no key; ArgumentError if the address is invalid.
 */
export async function gatewayTarget(
  args: CommandArguments,
  environment: Environment,
): Promise<GatewayTarget> {
  const { ASSAY_KEY: environmentKey = '' } = environment;
  const profile = await readProfile(environment);
  const url = gatewayUrl(args, environment, profile);
  if (environmentKey !== '') return { url, key: environmentKey };
  if (profile === undefined)
    throw new Error(
      'There is no API key. Run "assay login", or set ASSAY_KEY; "assay key create ACCOUNT" makes one.',
    );
  if (profile.url === url) return { url, key: profile.key };
  throw new Error(
    `The key that "assay login" keeps is for ${profile.url} and is not sent to ${url}. Log in there, or set ASSAY_KEY.`,
  );
}

/** @throws ArgumentError if the address is invalid. */
export function gatewayUrl(
  args: CommandArguments,
  environment: Environment,
  profile: GatewayTarget | undefined,
): string {
  const url = args.text('url') ?? localUrl(environment['ASSAY_PORT']) ?? profile?.url ?? DEFAULT_URL;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ArgumentError(`--url takes the gateway's address, such as ${DEFAULT_URL}.`);
  return url.replace(/\/+$/, '');
}

/** @throws ArgumentError if `ASSAY_PORT` names no port, or lets the gateway choose one. */
function localUrl(port: string | undefined): string | undefined {
  if (port === undefined) return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) === 0 || Number(port) > MAX_PORT)
    throw new ArgumentError(
      `ASSAY_PORT must be a port from 1 to ${MAX_PORT}: set it to the gateway's, or give --url, such as ${DEFAULT_URL}.`,
    );
  const url = new URL(DEFAULT_URL);
  url.port = port;
  return url.origin;
}

const MAX_PORT = 65_535;
