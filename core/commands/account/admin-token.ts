import type { Environment } from '../../config.ts';
import { ADMIN_SCOPES, type ListedAdminToken } from '../../ledger/administration/admin-token.ts';
import { createAdminToken } from '../../stores/api-key.ts';
import { ArgumentError } from '../../argument-error.ts';
import {
  print,
  defineCommand,
  usageError,
  type Command,
  type CommandArguments,
  type Row,
} from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { withLedger, withOffice } from './with-ledger.ts';

const TABLE: CommandTable = {
  command: 'assay admin-token',
  purpose: 'make, list and revoke tokens for the administration API.',
  forms: [
    {
      verb: 'create',
      words: ['NAME'],
      inline: '--scope read|write',
      says: 'a new token; it is shown once and kept only as a hash',
      options: { scope: { value: 'read|write' } },
    },
    { verb: 'list', says: 'every token, revoked ones too' },
    { verb: 'revoke', words: ['NAME'], says: 'the next request with it gets a 401' },
  ],
  notes: `The API is at /admin/v1 of the operators' port, and off while there is no token. "read" may look at accounts, keys, usage
and the audit log; "write" may also change them and give credits. A name is never used twice, so that the audit log says
who it was.`,
  json: 'print JSON; the token stands under "token"',
  examples: ['assay admin-token create billing --scope write'],
};

export const adminToken: Command = defineCommand(TABLE, async (args, environment) => {
  const [verb, name] = args.positionals;
  if (verb === 'create' && name !== undefined) await create(args, name, environment);
  else if (verb === 'list') await list(args, environment);
  else if (verb === 'revoke' && name !== undefined) await revoke(args, name, environment);
  else throw usageError(TABLE, args.positionals);
  return 0;
});

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
