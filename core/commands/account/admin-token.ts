import type { Environment } from '../../config.ts';
import { ADMIN_SCOPES, type ListedAdminToken } from '../../ledger/administration/admin-token.ts';
import { createAdminToken } from '../../stores/api-key.ts';
import { ArgumentError } from '../../argument-error.ts';
import {
  print,
  readArguments,
  usageError,
  type Command,
  type CommandArguments,
  type Row,
  type CommandTable,
} from '../command.ts';
import { withLedger, withOffice } from './with-ledger.ts';

const HELP = `assay admin-token: make, list and revoke tokens for the administration API.

  assay admin-token create NAME --scope read|write    a new token; it is shown once and kept only as a hash
  assay admin-token list                              every token, revoked ones too
  assay admin-token revoke NAME                       the next request with it gets a 401

The API is at /admin/v1 of the operators' port, and off while there is no token. "read" may look at accounts, keys, usage
and the audit log; "write" may also change them and give credits. A name is never used twice, so that the audit log says
who it was.

  --json    print JSON; the token stands under "token"

Example: assay admin-token create billing --scope write
`;

const TABLE: CommandTable = {
  help: HELP,
  options: { scope: { type: 'string' } },
  forms: [
    { verb: 'create', words: ['NAME'], takes: ['scope'] },
    { verb: 'list', takes: [] },
    { verb: 'revoke', words: ['NAME'], takes: [] },
  ],
};

export const adminToken: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, TABLE);
    if (args === undefined) return 0;
    const [verb, name] = args.positionals;
    if (verb === 'create' && name !== undefined) await create(args, name, environment);
    else if (verb === 'list') await list(args, environment);
    else if (verb === 'revoke' && name !== undefined) await revoke(args, name, environment);
    else throw usageError(TABLE, args.positionals);
    return 0;
  },
};

async function create(args: CommandArguments, name: string, environment: Environment): Promise<void> {
  const scope = ADMIN_SCOPES.find((known) => known === args.text('scope'));
  if (scope === undefined) throw new ArgumentError(`--scope takes ${ADMIN_SCOPES.join(' or ')}`);
  const { key: token, prefix, hash } = createAdminToken();
  await withOffice(
    environment,
    ({ ledger, by }) => ledger.createAdminToken({ name, scope, prefix, hash }, by),
    true,
  );
  const shown = { name, scope, prefix, token };
  print(shown, [shown], args.json);
}

async function list({ json }: CommandArguments, environment: Environment): Promise<void> {
  const tokens = await withLedger(environment, (ledger) => ledger.listAdminTokens());
  print(tokens.map(tokenRow), tokens.map(tokenRow), json);
}

function tokenRow({ name, scope, prefix, createdAt, revokedAt }: ListedAdminToken): Row {
  return { name, scope, prefix, created: createdAt, revoked: revokedAt };
}

async function revoke({ json }: CommandArguments, name: string, environment: Environment): Promise<void> {
  const revoked = await withOffice(environment, ({ ledger, by }) => ledger.revokeAdminToken(name, by));
  if (!revoked)
    throw new Error(`no active admin token is named "${name}"; "assay admin-token list" names them`);
  print({ name, revoked }, [{ name, revoked }], json);
}
