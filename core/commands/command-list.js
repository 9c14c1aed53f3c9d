// Plain JavaScript, so that `assay --help` needs no TypeScript to be stripped.

/**
 * A command that is loaded when it is run: the others cost nothing. Its summary is a line of `assay --help`.
 * @typedef {{ readonly name: string, readonly summary: string, readonly load: () => Promise<import('./command.ts').Command> }} ListedCommand
 */

/**
 * In the order of `assay --help`.
 * @type {readonly ListedCommand[]}
 */
export const COMMANDS = [
  {
    name: 'account',
    summary: 'Make accounts, give them credits, change their settings.',
    load: async () => (await import('./account/account.ts')).account,
  },
  {
    name: 'key',
    summary: 'Make, list and revoke API keys.',
    load: async () => (await import('./account/key.ts')).key,
  },
  {
    name: 'usage',
    summary: 'Report what was used, what it cost and what was billed.',
    load: async () => (await import('./account/usage.ts')).usage,
  },
  {
    name: 'webhooks',
    summary: 'List the events that webhooks have not taken, and send them again.',
    load: async () => (await import('./account/webhooks.ts')).webhooks,
  },
  {
    name: 'admin-token',
    summary: 'Make, list and revoke tokens for the administration API.',
    load: async () => (await import('./account/admin-token.ts')).adminToken,
  },
  {
    name: 'audit',
    summary: 'List what operators changed, who did it and when.',
    load: async () => (await import('./account/audit.ts')).audit,
  },
  {
    name: 'models',
    summary: 'List every model with provider, prices and whether its key is configured.',
    load: async () => (await import('./model/models.ts')).models,
  },
  {
    name: 'prompt',
    summary: 'Send a prompt to several models, watch them, read the answers.',
    load: async () => (await import('./prompt/prompt.ts')).prompt,
  },
  {
    name: 'eval',
    summary: 'Run a suite of prompts, and report which models are better.',
    load: async () => (await import('./eval/eval.ts')).evaluate,
  },
  {
    name: 'judge',
    summary: 'Find out how good judges are, from labelled pairs or from the log.',
    load: async () => (await import('./judge/judge.ts')).judge,
  },
  {
    name: 'check',
    summary: 'Check every manifest and say what is wrong and what to do.',
    load: async () => (await import('./manifests/check.ts')).check,
  },
  {
    name: 'model',
    summary: 'Add a model to a provider’s manifest, or remove one.',
    load: async () => (await import('./model/model.ts')).model,
  },
  {
    name: 'provider',
    summary: 'Start the manifest of a new provider on a known wire format.',
    load: async () => (await import('./model/provider.ts')).provider,
  },
  {
    name: 'plugin',
    summary: 'Check a plugin against the contract and list what is missing.',
    load: async () => (await import('./manifests/plugin.ts')).plugin,
  },
  {
    name: 'prices',
    summary: 'Compare the manifests with a public price list, and take its prices over.',
    load: async () => (await import('./manifests/prices.ts')).prices,
  },
  {
    name: 'reload',
    summary: 'Have the running gateway take manifests, calibrations, panels and key files as they now stand.',
    load: async () => (await import('./manifests/reload.ts')).reload,
  },
  {
    name: 'ledger',
    summary: 'Check every invariant of the ledger; back it up; read an account’s history.',
    load: async () => (await import('./account/ledger.ts')).ledger,
  },
  {
    name: 'prompts',
    summary: 'Delete the texts of old requests; their figures stay.',
    load: async () => (await import('./prompt/prompts.ts')).prompts,
  },
];
