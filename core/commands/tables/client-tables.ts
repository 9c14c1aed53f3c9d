import type { Command, CommandOption } from '../command-table.ts';

export const URL_OPTION: CommandOption = {
  value: 'URL',
  help: 'Address of the gateway. By default the port in ASSAY_PORT on this machine, the address "assay login" keeps, or http://127.0.0.1:8080.',
};

/** Of every command that asks a gateway. */
export const TARGET_NOTE =
  'The API key is read from ASSAY_KEY, or is the one that "assay login" keeps for the gateway.';

export const LOGIN: Command = {
  name: 'login',
  summary: 'Keep the address and the API key of a gateway for other commands.',
  options: { url: URL_OPTION },
  notes: `It asks for the key without showing it, or reads one line from a pipe, tries the key, and writes both into "assay/profile.json" in your configuration folder (XDG_CONFIG_HOME, by default ~/.config), which only you can read. ASSAY_KEY, ASSAY_PORT and --url take precedence. The key is sent to no other address than the one it was kept with.`,
  examples: ['assay login --url https://gateway.example.com', 'printf "%s" "$KEY" | assay login'],
  load: async () => (await import('../client/login.ts')).login,
};

export const LOGOUT: Command = {
  name: 'logout',
  summary: 'Remove what "assay login" keeps.',
  examples: ['assay logout'],
  load: async () => (await import('../client/login.ts')).logout,
};

export const COMPLETION: Command = {
  name: 'completion',
  summary: 'Print a script that completes commands and options in your shell.',
  words: ['SHELL'],
  notes: 'SHELL is bash, zsh or fish.',
  json: null,
  examples: [
    'eval "$(assay completion bash)"',
    'assay completion zsh > "${fpath[1]}/_assay"',
    'assay completion fish > ~/.config/fish/completions/assay.fish',
  ],
  load: async () => (await import('../client/completion.ts')).printCompletion,
};
