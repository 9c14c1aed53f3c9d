import { reloadEveryGateway, type ReloadOfGateway } from '../../administration/reload-every-gateway.ts';
import type { ShownProblem } from '../../administration/reload-answer.ts';
import { formatCount } from '../../client/figures.ts';
import type { Config } from '../../config.ts';
import { describeMoves } from '../../registry/price-moves.ts';
import { onOneLine } from '../../terminal/printable-text.ts';
import { say } from '../../terminal/say.ts';
import { commandActor } from '../account/command-actor.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatTable, print, type Row } from '../print.ts';
import { changesRow } from './changes-row.ts';

/**
 * Asks every gateway of the ledger and prints what each answers.
 * @returns the exit code; undefined for a ledger of one gateway, which is reached at its own address.
 */
export async function reloadAll({ database }: Config, args: CommandArguments): Promise<number | undefined> {
  const answers = await reloadEveryGateway(database, commandActor());
  if (answers === undefined) return undefined;
  const { gateways, silent } = answers;
  if (gateways.length === 0 && silent === 0)
    throw new Error('No gateway of this ledger runs. Check ASSAY_DATABASE_URL.');
  const moves = gateways.flatMap(({ gateway, answer }) =>
    answer === undefined
      ? []
      : describeMoves(answer.changed.prices).map((move) => `price at ${gateway}: ${move}\n`),
  );
  print(args, answers, [formatTable(gateways.map(rowOf), true), ...moves].join(''));
  for (const line of gateways.flatMap(failureLines)) say(line);
  if (silent > 0)
    say(
      `assay reload: ${formatCount(silent, 'gateway')} did not answer, of those that have used the ledger in the last 15 s: ask again, or ask each gateway on its own machine.`,
    );
  const isReloaded = ({ answer }: ReloadOfGateway) => answer !== undefined && answer.outcome !== 'refused';
  return silent === 0 && gateways.every(isReloaded) ? 0 : 1;
}

function rowOf({ machine, gateway, answer }: ReloadOfGateway): Row {
  return {
    machine,
    gateway,
    manifests: answer?.manifests ?? null,
    outcome: answer?.outcome ?? 'unknown',
    registry: answer?.registry.slice(0, 12) ?? null,
    models: answer?.models ?? null,
    ...(answer !== undefined && changesRow(answer.changed)),
  };
}

function failureLines({ machine, gateway, answer }: ReloadOfGateway): readonly string[] {
  const who = `assay reload: ${gateway} on ${machine}`;
  if (answer === undefined)
    return [`${who} began to reload and did not say what came of it. Look at its /readyz.`];
  if (answer.outcome !== 'refused') return [];
  const more = answer.problemsLeftOff > 0 ? `and ${answer.problemsLeftOff} more\n` : '';
  return [
    `${problemLines(answer.problems)}${more}${who} read ${answer.manifests} and refused them; it keeps the files it has.`,
  ];
}

/** Without the lines of the files, which are on the gateway's machine. */
export function problemLines(problems: readonly ShownProblem[]): string {
  return problems
    .map(({ file, line, column, path, message }) => {
      const place = [file, line, column].filter((part) => part !== null).join(':');
      const words = [place, path ?? ''].filter((part) => part !== '').join(' ');
      return `${onOneLine(words === '' ? message : `${words}: ${message}`)}\n`;
    })
    .join('');
}
