import type { CommandGroup, CommandOptions } from '../command-table.ts';

/** As the ledger takes it. */
const MAX_RATE = 1_000_000;

export const ACCOUNT: CommandGroup = {
  name: 'account',
  summary: 'Make accounts, give them credits, change their settings.',
  commands: [
    {
      name: 'account list',
      summary: 'List every account with its balance.',
      isWide: true,
      examples: ['assay account list'],
      load: async () => (await import('../account/account.ts')).listAccounts,
    },
    {
      name: 'account show',
      summary: 'Show the balance and every setting of an account.',
      words: ['NAME'],
      examples: ['assay account show acme'],
      load: async () => (await import('../account/account.ts')).showAccount,
    },
    {
      name: 'account create',
      summary: 'Make an account.',
      words: ['NAME'],
      options: { credits: { value: 'N', help: 'Credits it begins with; 0 by default.' } },
      furtherOptions: 'account set',
      examples: ['assay account create acme --credits 5000'],
      load: async () => (await import('../account/account.ts')).makeAccount,
    },
    {
      name: 'account credit',
      summary: 'Give an account credits, or take some back with a negative amount.',
      words: ['NAME', 'N'],
      options: {
        note: { value: 'TEXT', help: 'Why, in at most 200 characters; "assay ledger history" shows it.' },
      },
      notes: `Reserved credits cannot be taken back. A balance can become negative, because requests may cost more than was held for them. The account's requests are then refused until credits cover it.`,
      examples: ['assay account credit acme 100', 'assay account credit acme -20 --note "booked twice"'],
      load: async () => (await import('../account/account.ts')).creditAccount,
    },
    {
      name: 'account set',
      summary: 'Change settings of an account. The others stay.',
      words: ['NAME'],
      options: {
        'requests-per-minute': {
          integer: { min: 1, max: MAX_RATE },
          help: 'Requests that each key may send in a minute; 600 for a new account.',
        },
        'requests-in-flight': {
          integer: { min: 1, max: MAX_RATE },
          help: 'Requests that each key may have in flight; 100 for a new account.',
        },
        'zero-data-retention': {
          oneOf: ['on', 'off'],
          help: 'Whether the texts of its requests are kept out of storage.',
        },
        cache: { oneOf: ['on', 'off'], help: 'Whether requests may use its cache; off also empties it.' },
        holds: {
          oneOf: ['worst', 'likely'],
          help: 'Hold the most that a request can cost, or what it rarely exceeds.',
        },
        'budget-day': { value: 'N|none', help: 'Credits it may spend in a day (UTC).' },
        'budget-month': { value: 'N|none', help: 'Credits it may spend in a month (UTC).' },
        markup: { value: 'X', help: 'Factor on list prices, with at most three decimal places.' },
        webhook: {
          value: 'URL|off',
          help: 'Address that gets an event when a request ends or a budget is spent; off also deletes waiting events.',
        },
      },
      notes: `A request is refused with 402 if its hold does not fit in what is left of a budget; a budget of 0 refuses every request.

Setting a webhook prints the secret that signs its events, once. Set it again to get another secret.`,
      examples: ['assay account set acme --budget-day 200 --budget-month 3000'],
      load: async () => (await import('../account/account.ts')).changeSettings,
    },
    {
      name: 'account suspend',
      summary: 'Refuse the requests of an account with 403. Running ones end as usual.',
      words: ['NAME'],
      examples: ['assay account suspend acme'],
      load: async () => (await import('../account/account.ts')).suspend,
    },
    {
      name: 'account resume',
      summary: 'Accept the requests of a suspended account again.',
      words: ['NAME'],
      examples: ['assay account resume acme'],
      load: async () => (await import('../account/account.ts')).resume,
    },
    {
      name: 'account erase',
      summary: "Erase the texts of an account's ended requests, and its cached answers.",
      words: ['NAME'],
      examples: ['assay account erase acme'],
      load: async () => (await import('../account/account.ts')).erase,
    },
  ],
};

/** Of a key; `account set` has its own. */
const SETTINGS: CommandOptions = {
  name: { value: 'NAME', help: 'A name for people, at most 64 characters.' },
  expires: {
    value: 'DATE',
    help: 'When the key expires: at the start of this day in UTC, or at this ISO 8601 moment.',
  },
  models: {
    value: 'LIST',
    help: 'IDs of the models it may use, also as judges, separated by commas; ID* means all that begin with ID.',
  },
  'requests-per-minute': {
    value: 'N',
    help: `Requests a minute, at most ${MAX_RATE}, instead of the account's.`,
  },
  'budget-day': { value: 'N', help: 'Credits it may spend in a day (UTC).' },
  'budget-month': { value: 'N', help: 'Credits it may spend in a month (UTC).' },
};

const KEY_NOTE = `KEY is a key's name, its prefix (the 8 characters after "assay_") or the whole key. If several keys have the name, give the prefix.`;

export const KEY: CommandGroup = {
  name: 'key',
  summary: 'Make, change, list, rotate and revoke API keys.',
  notes: KEY_NOTE,
  commands: [
    {
      name: 'key create',
      summary: 'Make a key. It is shown once and kept only as a hash.',
      words: ['ACCOUNT'],
      options: SETTINGS,
      notes: "A --name of 8 letters and digits is refused if it could be a key's prefix.",
      json: 'Print JSON, with the key under "key".',
      examples: ['assay key create acme --name ci --expires 2027-01-31 --budget-day 50'],
      load: async () => (await import('../account/key.ts')).makeKey,
    },
    {
      name: 'key list',
      summary: 'List every key, revoked ones too.',
      optional: ['ACCOUNT'],
      isWide: true,
      examples: ['assay key list acme'],
      load: async () => (await import('../account/key.ts')).listKeys,
    },
    {
      name: 'key set',
      summary: 'Change settings of a key; "none" removes one. The others stay.',
      words: ['KEY'],
      options: SETTINGS,
      notes: `${KEY_NOTE} Changes apply from the next request on. A later expiry makes an expired key work again; that of a rotated key cannot be changed.`,
      examples: [
        'assay key set ci --models vega-5,arc-* --requests-per-minute 60',
        'assay key set 1a2b3c4d --budget-day 80 --expires none',
      ],
      load: async () => (await import('../account/key.ts')).changeSettings,
    },
    {
      name: 'key rotate',
      summary: 'Replace a key by one with the same settings. The old key works for a grace period.',
      words: ['KEY'],
      options: {
        grace: {
          value: 'AGE',
          help: 'How long the old key works, such as 12h or 7d; 24h by default, 0h revokes it at once.',
        },
      },
      notes: KEY_NOTE,
      json: 'Print JSON, with the key under "key".',
      examples: ['assay key rotate ci --grace 24h'],
      load: async () => (await import('../account/key.ts')).rotate,
    },
    {
      name: 'key revoke',
      summary: 'Revoke a key. The next request with it gets a 401.',
      words: ['KEY'],
      notes: KEY_NOTE,
      examples: ['assay key revoke ci'],
      load: async () => (await import('../account/key.ts')).revoke,
    },
  ],
};

export const ADMIN_TOKEN: CommandGroup = {
  name: 'admin-token',
  summary: 'Make, list and revoke tokens for the administration API.',
  notes: `The API is at /admin/v1 of the operators' port, and off while there is no token.`,
  commands: [
    {
      name: 'admin-token create',
      summary: 'Make a token. It is shown once and kept only as a hash.',
      words: ['NAME'],
      options: {
        scope: {
          oneOf: ['read', 'write'],
          isRequired: true,
          help: '"read" looks at accounts, keys, usage and the audit log; "write" may also change them and give credits.',
        },
      },
      notes: 'Names are never reused, so that the audit log is unambiguous.',
      json: 'Print JSON, with the token under "token".',
      examples: ['assay admin-token create billing --scope write'],
      load: async () => (await import('../account/admin-token.ts')).makeToken,
    },
    {
      name: 'admin-token list',
      summary: 'List every token, revoked ones too.',
      isWide: true,
      examples: ['assay admin-token list'],
      load: async () => (await import('../account/admin-token.ts')).listTokens,
    },
    {
      name: 'admin-token revoke',
      summary: 'Revoke a token. The next request with it gets a 401.',
      words: ['NAME'],
      examples: ['assay admin-token revoke billing'],
      load: async () => (await import('../account/admin-token.ts')).revokeToken,
    },
  ],
};
