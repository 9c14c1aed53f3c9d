import { createApiKey } from '../../stores/api-key.ts';
import { print, readWords, usageError, type Command } from '../command.ts';
import { withLedger } from './with-ledger.ts';

const HELP = `assay key: make and revoke API keys.

  assay key create ACCOUNT     a new key; it is shown once and kept only as a hash
  assay key revoke PREFIX      the next request with it gets a 401; PREFIX is the part after "assay_"

  --json    print JSON; the key stands under "key"

Example: assay key create acme --json
`;

export const key: Command = {
  async run(rest, environment) {
    const words = readWords(rest, HELP);
    if (words === undefined) return 0;
    const [verb, name, ...extra] = words.positionals;
    if (name === undefined || extra.length > 0) throw usageError(HELP);
    if (verb === 'create') {
      const made = createApiKey();
      await withLedger(environment, (ledger) =>
        ledger.createKey({ accountName: name, prefix: made.prefix, hash: made.hash }),
      );
      const shown = { account: name, prefix: made.prefix, key: made.key };
      print(shown, [shown], words.json);
    } else if (verb === 'revoke') {
      const revoked = await withLedger(environment, (ledger) => ledger.revokeKey(name));
      if (!revoked) throw new Error(`no active key has the prefix "${name}"`);
      print({ prefix: name, revoked }, [{ prefix: name, revoked }], words.json);
    } else {
      throw usageError(HELP);
    }
    return 0;
  },
};
