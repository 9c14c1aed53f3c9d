import type { Environment } from '../../config.ts';
import { createAdminToken } from '../../stores/api-key.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatFields, print, printRows } from '../print.ts';
import { withLedger, withAdminContext } from './with-ledger.ts';

export async function makeToken(args: CommandArguments, environment: Environment): Promise<void> {
  const [name = ''] = args.positionals;
  const scope = args.text('scope') === 'write' ? 'write' : 'read';
  const { key: token, prefix, hash } = createAdminToken();
  await withAdminContext(
    environment,
    ({ ledger, by }) => ledger.createAdminToken({ name, scope, prefix, hash }, by),
    true,
  );
  const adminToken = { name, scope, prefix, token };
  print(args, adminToken, `${formatFields(adminToken)}\nThe token is shown this once: keep it now.\n`);
}

export async function listTokens(args: CommandArguments, environment: Environment): Promise<void> {
  const adminTokens = await withLedger(environment, (ledger) => ledger.listAdminTokens());
  const tokens = adminTokens.map(({ name, scope, prefix, createdAt, revokedAt }) => ({
    name,
    scope,
    prefix,
    created: createdAt,
    revoked: revokedAt,
  }));
  const rows = tokens.map(({ created, revoked, ...others }) => ({
    ...others,
    created: { at: created },
    revoked: { at: revoked },
  }));
  printRows(args, tokens, rows, 'There is no token yet. "assay admin-token create NAME" makes one.');
}

export async function revokeToken(args: CommandArguments, environment: Environment): Promise<void> {
  const [name = ''] = args.positionals;
  const revoked = await withAdminContext(environment, ({ ledger, by }) => ledger.revokeAdminToken(name, by));
  if (!revoked)
    throw new Error(`No active admin token is named "${name}". "assay admin-token list" shows them.`);
  print(args, { name, revoked }, `The token ${name} is revoked.\n`);
}
