import { join } from 'node:path';
import type { GatewayTarget } from '../../client/call-gateway.ts';
import type { Environment } from '../../config.ts';
import type { LiveLinesOptions } from '../../terminal/live-lines.ts';
import type { CommandArguments } from '../command-table.ts';
import { gatewayTarget } from './gateway-target.ts';
import { progressOutput } from './interruptible.ts';

/** How a command sends many requests and writes what comes of them. */
export interface SendOptions {
  readonly address: GatewayTarget;
  /** Path of the file it writes. */
  readonly out: string;
  /** Whether the same command finds that file without `--out`. */
  readonly isDefaultOut: boolean;
  /** Whether a person at a terminal may be asked before credits are spent. */
  readonly mayAsk: boolean;
  readonly json: boolean;
  /** Receives the progress. */
  readonly output: LiveLinesOptions;
}

/** @param name of the file, where `--out` names none. */
export async function readSendOptions(
  args: CommandArguments,
  environment: Environment,
  name: string,
): Promise<SendOptions> {
  return {
    address: await gatewayTarget(args, environment),
    out: args.text('out') ?? join('runs', `${name}.jsonl`),
    isDefaultOut: args.text('out') === undefined,
    mayAsk: !args.flag('yes'),
    json: args.json,
    output: progressOutput(args.json, environment),
  };
}
