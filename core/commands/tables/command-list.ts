import type { Command, CommandGroup, HelpRow } from '../command-table.ts';
import { ACCOUNT, ADMIN_TOKEN, KEY } from './account-tables.ts';
import { AUDIT, LEDGER, USAGE, WEBHOOKS } from './books-tables.ts';
import { COMPLETION, LOGIN, LOGOUT } from './client-tables.ts';
import { EVAL, JUDGE } from './eval-tables.ts';
import { CHECK, DEMO, RELOAD, SANDBOX, SERVE } from './gateway-tables.ts';
import { MODEL, MODELS, PLUGIN, PRICES, PROVIDER } from './model-tables.ts';
import { PROMPT, PROMPTS } from './prompt-tables.ts';

/** What `assay --help` begins with. */
export const FIRST_STEPS: readonly HelpRow[] = [
  ['assay demo', 'See a judged prompt, without any provider key.'],
  ['assay account create acme --credits 5000', 'Make an account.'],
  ['assay key create acme', 'Make an API key for it.'],
  ['assay serve', 'Start the gateway, with the keys of your providers in the environment.'],
  ['assay login', 'Keep the address and the key for the commands below.'],
  ['assay prompt send "Hello" -m MODEL -m OTHER', 'Ask two models.'],
];

interface CommandSection {
  readonly title: string;
  readonly commands: readonly (Command | CommandGroup)[];
}

/** In the order of `assay --help`. */
export const SECTIONS: readonly CommandSection[] = [
  { title: 'Run a gateway', commands: [SERVE, DEMO, SANDBOX, CHECK, RELOAD] },
  { title: 'Ask a gateway', commands: [LOGIN, LOGOUT, PROMPT, EVAL, JUDGE] },
  {
    title: 'Accounts and books',
    commands: [ACCOUNT, KEY, USAGE, LEDGER, AUDIT, WEBHOOKS, ADMIN_TOKEN],
  },
  { title: 'Models and providers', commands: [MODEL, PROVIDER, PLUGIN, PRICES] },
  { title: 'More', commands: [MODELS, PROMPTS, COMPLETION] },
];

export const COMMANDS: readonly (Command | CommandGroup)[] = SECTIONS.flatMap(({ commands }) => commands);
