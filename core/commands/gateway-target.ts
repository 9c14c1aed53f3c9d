import type { Environment } from '../config.ts';
import { ArgumentError } from '../argument-error.ts';
import type { CommandArguments } from './command.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';

/** A running gateway, and who asks it. */
export interface GatewayTarget {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

/** From `--url` and `ASSAY_KEY`. @throws Error where the key is missing or the address is none. */
export function gatewayTarget(args: CommandArguments, environment: Environment): GatewayTarget {
  const key = environment['ASSAY_KEY'];
  if (key === undefined || key === '')
    throw new Error('ASSAY_KEY is not set: give it an API key, such as "assay key create" makes');
  const url = args.text('url') ?? DEFAULT_URL;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ArgumentError(`--url takes the gateway's address, such as ${DEFAULT_URL}`);
  return { url: url.replace(/\/+$/, ''), key };
}
