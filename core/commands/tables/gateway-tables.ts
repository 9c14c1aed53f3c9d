import type { Command } from '../command-table.ts';

export const SERVE: Command = {
  name: 'serve',
  summary: 'Start the gateway.',
  options: {
    watch: {
      says: 'Reload the manifests and key files whenever they change. SIGHUP and "assay reload" do it always.',
    },
  },
  notes: `Environment variables configure it; docs/configuration.md lists them, and "node core/main.ts --help" prints them. Each provider's key is read from the variable its manifest names, or from a file that the same name with _FILE names. "assay model list" shows which are set.`,
  json: null,
  examples: ['ASSAY_PORT=8090 ASSAY_LOG_LEVEL=warn assay serve'],
  load: async () => (await import('../gateway/serve.ts')).serve,
};

export const CHECK: Command = {
  name: 'check',
  summary: 'Check every manifest, calibration and panel, and say what is wrong and what to do.',
  options: { strict: { says: 'Warnings count as mistakes.' } },
  notes: `Each mistake is shown with file, line and column, the line itself with a caret under the place, and what to do. If there are none, plugins are loaded and say what they find wrong in a manifest, such as an option of its bridge. While a gateway runs on this machine, at ASSAY_METRICS_PORT, a price that is ten times its price there or more, or a tenth or less, is a mistake unless its "checked" is a new date. "assay reload" refuses it as well.

Warnings are about models that were shut down and have no successor, prices not compared for over 90 days, and calibrations of judges that have changed since. Notes never fail a check: they are about models that shut down within 60 days, or were shut down and have a successor, panels that name any of them, and promised discounts deeper than the provider's own.

Exit code 0 if the files can be used, 1 if not; warnings alone leave it 0 but with --strict.`,
  json: 'Print JSON: { ok, manifests, models, disabled, calibrations, panels, problems, warnings, notes }; the latter three hold { file, line, column, path, message, text }, where text is the line, or null without one.',
  examples: ['ASSAY_MANIFESTS=./manifests assay check --strict'],
  load: async () => (await import('../manifests/check.ts')).check,
};

export const RELOAD: Command = {
  name: 'reload',
  summary: 'Have the running gateway take manifests, calibrations, panels and key files as they are now.',
  options: {
    all: { says: 'Ask every gateway that shares this PostgreSQL ledger, on whichever machine it runs.' },
  },
  notes: `It asks one gateway, the one at ASSAY_METRICS_PORT, from the machine it runs on, and says at which address it was reached and which folder of manifests it read. With --all it reaches the gateways by ASSAY_DATABASE_URL, each reads its own folder, and those that do not answer are counted; a SQLite ledger has one gateway.

A gateway checks manifests, calibrations and panels, reads the files that variables such as AURORA_API_KEY_FILE name, and swaps all in whole; requests in flight end as they began. It says which prices moved, from what to what, in US dollars per million tokens. If something is wrong, the reload is refused, with the place of each mistake, and what ran runs on.

Exit code 0 if the gateway answers by the new files, 1 if the reload is refused; with --all 0 if every gateway does.`,
  json: 'Print JSON: { gateway, outcome, registry, models, manifests, changed, problems }; with --all { gateways: [{ machine, gateway, answer }], silent }, where "changed" counts.',
  examples: ['assay check && assay reload'],
  load: async () => (await import('../manifests/reload.ts')).reload,
};
