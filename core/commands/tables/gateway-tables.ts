import { VARIABLES } from '../../config/variables.ts';
import type { Command } from '../command-table.ts';

export const SERVE: Command = {
  name: 'serve',
  summary: 'Start the gateway.',
  options: {
    watch: {
      help: 'Reload the manifests and key files whenever they change. SIGHUP and "assay reload" work without this option.',
    },
  },
  notes: `The environment variables below configure it. Each provider's key is read from the variable its manifest names, or from a file that the same name with _FILE names. "assay model list" shows which are set. In a terminal, the log has readable lines; elsewhere, it has lines of JSON.`,
  variables: [
    ...VARIABLES.map(({ name, fallback, meaning }) => [name, `${meaning} Default: ${fallback}`] as const),
    ['ASSAY_BASE_URL_<PROVIDER>', "Replaces that provider's base URL whole."],
  ],
  json: null,
  examples: ['ASSAY_PORT=8090 ASSAY_LOG_LEVEL=warn assay serve'],
  load: async () => {
    const { serve } = await import('../gateway/serve.ts');
    return async (args, environment) => serve(args.flag('watch') ? ['--watch'] : [], environment);
  },
};

export const DEMO: Command = {
  name: 'demo',
  summary: 'Show one judged prompt, four models and two judges, without a provider key.',
  options: {
    port: {
      integer: { min: 0, max: 65_535 },
      help: 'Port of the API; by default 8080, or a free one if that is taken. 0 takes free ports for everything.',
    },
    once: { help: 'End after the answer, without addresses and commands to try.' },
  },
  notes: `It starts a sandbox that answers in every provider's format, and a gateway in front of it with an account and a key, sends one judged prompt, prints the result, and serves until Ctrl-C. Provider keys in your environment are not used, nothing leaves this machine, and the data folder is removed at the end.`,
  json: null,
  examples: ['assay demo --port 9000'],
  load: async () => (await import('../gateway/demo.ts')).demo,
};

export const SANDBOX: Command = {
  name: 'sandbox',
  summary: 'Simulate all providers for your own gateway.',
  options: {
    port: {
      integer: { min: 0, max: 65_535, fallback: 8_099 },
      help: 'Where it listens on 127.0.0.1; 0 takes a free one.',
    },
    print: { help: 'Only print the variables of a sandbox on that port.' },
  },
  notes: `It prints the variables that send a gateway to it, and serves until Ctrl-C. No provider key is needed, and nothing leaves this machine. Answers are filler, streamed word by word if the gateway asks for a stream. Judges return a verdict in the form they are asked for: they prefer the answer with more distinct words, then the longer one. Each judge errs, or follows the position of an answer, in its own share of all pairs, so that judges differ.

Models call functions: each function of a request once, with arguments that fit its schema, or only the one that tool_choice forces. Once the results are there, they answer in text, so a loop of calls ends. They read no descriptions: expect a call of every function you send.

Words in a prompt make a call fail or wait, and in judge_prompt all but the last do the same to the judges. [slow: N]: the answer comes after N milliseconds. [status: N]: the reply is an error with this status, from 400 to 599. [hang]: no reply ever comes. [down: ID]: connections of this provider are reset, for models and judges, where ID is its ID in the manifests.`,
  json: null,
  examples: ['assay sandbox', 'vars=$(assay sandbox --print) && eval "$vars" && assay serve'],
  load: async () => (await import('../gateway/sandbox.ts')).sandbox,
};

export const CHECK: Command = {
  name: 'check',
  summary: 'Check every manifest, calibration and panel, and say what is wrong and what to do.',
  options: { strict: { help: 'Fail on warnings too.' } },
  notes: `Each mistake is shown with file, line and column, the line itself with a caret under the place, and what to do. If there are none, plugins are loaded and say what they find wrong in a manifest, such as an option of its bridge. Only "assay reload" knows the prices that the gateway runs on: it refuses one that is ten times the earlier price or more, or a tenth or less, unless its "checked" is a new date.

Warnings are about models that were shut down and have no successor, prices not compared for over 90 days, and calibrations of judges that have changed since. Notes come after the result, a line each, and never fail a check: they are about models that are shut down within 60 days, or were shut down and have a successor, and about promised discounts deeper than the provider's own.

Exit code 0 if the files can be used, 1 if not. Warnings do not change it, except with --strict.`,
  json: 'Print JSON: { ok, manifests, models, disabled, calibrations, panels, problems, warnings, notes }; the last three hold { file, line, column, path, message, text }, where text is the line, or null without one.',
  examples: ['ASSAY_MANIFESTS=./manifests assay check --strict'],
  load: async () => (await import('../manifests/check.ts')).check,
};

export const RELOAD: Command = {
  name: 'reload',
  summary: 'Load changed manifests, calibrations, panels and key files into the running gateway.',
  options: {
    all: { help: 'Ask every gateway that shares this PostgreSQL ledger, on whichever machine it runs.' },
  },
  notes: `It asks one gateway, the one at ASSAY_METRICS_PORT, from the machine it runs on, and says at which address it was reached and which folder of manifests it read. With --all it reaches the gateways by ASSAY_DATABASE_URL, each reads its own folder, and those that do not answer are counted; a SQLite ledger has one gateway.

A gateway checks manifests, calibrations and panels, reads the files that variables such as AURORA_API_KEY_FILE name, and replaces all of them at once; requests in flight end on the models they began with. It says which prices moved, from what to what, in US dollars per million tokens. If something is wrong, the reload is refused, with the place of each mistake, and the gateway keeps the files it has.

Exit code 0 if the gateway uses the new files, 1 if the reload is refused or the gateway reads another folder of manifests than the command; with --all 0 if every gateway does.`,
  json: 'Print JSON: { gateway, outcome, registry, models, manifests, changed, problems }; with --all { gateways: [{ machine, gateway, answer }], silent }, where "changed" counts.',
  examples: ['assay check && assay reload'],
  load: async () => (await import('../manifests/reload.ts')).reload,
};
