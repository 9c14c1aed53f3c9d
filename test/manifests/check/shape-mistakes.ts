import type { Mistake } from './change-text.ts';

const LAST_LINE = '    tuning: effort\n';

/** Mistakes in the YAML or the shape, by the name of the manifest. */
export const SHAPE_MISTAKES: Readonly<Record<string, Mistake>> = {
  'tab-indent': {
    changes: [['  name:', '\tname:']],
    problems: ['3:1: a tab indents this line; use spaces'],
  },
  'unclosed-list': {
    changes: [['[image/png]', '[image/png']],
    problems: [
      '32:47: this is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]; correct it here or on the line before',
    ],
  },
  'duplicate-key': {
    changes: [['name: Aurora Labs', 'name: Aurora Labs\n  name: Aurora']],
    problems: ['4:3: this key stands twice; remove one of the two'],
  },
  'two-documents': {
    changes: [['models:', '---\nmodels:']],
    problems: ['26:1: a second YAML document begins here; keep one per file, without `---`'],
  },
  'anchor-and-alias': {
    changes: [
      ['input: /usage/input', 'input: &tokens /usage/input'],
      ['output: /usage/output', 'output: *tokens'],
    ],
    problems: [
      '15:20: anchor &tokens is not allowed; remove it and write the value out where it is used',
      '17:13: alias *tokens is not allowed; write the value out here',
    ],
  },
  'merge-key': {
    changes: [['  usage:\n', '  usage:\n    <<: { reasoning: /usage/reasoning }\n']],
    problems: ['15:5: the merge key << is not allowed; write the keys out here'],
  },
  tag: {
    changes: [['name: Aurora', 'name: !company Aurora']],
    problems: ['3:18: tag !company is not allowed; remove it'],
  },
  'yaml-directive': {
    changes: [['provider:', '%YAML 1.1\n---\nprovider:']],
    problems: ['1:1: remove the %YAML line; this is read as YAML 1.2'],
  },
  'key-not-text': {
    changes: [['  plugin:', '  404: retry\n  plugin:']],
    problems: ['4:3: the key 404 is not text; put it in quotes'],
  },
  'unknown-key': {
    changes: [['timeouts:', 'timeout:']],
    problems: ['7:3 /provider/timeout: unknown key "timeout"; did you mean "timeouts"?'],
  },
  'unknown-key-deep': {
    changes: [['defaultOutputTokens', 'defaultOutputToken']],
    problems: [
      '31:60 /models/0/limits/defaultOutputToken: unknown key "defaultOutputToken"; did you mean "defaultOutputTokens"?',
    ],
  },
  'unknown-top-key': {
    changes: [['models:', 'wire_formats: []\nmodels:']],
    problems: [
      '26:1 /wire_formats: unknown key "wire_formats"; allowed here: provider, tuning, every, models',
    ],
  },
  'missing-limits': {
    changes: [
      [
        '    limits: { contextTokens: 400000, outputTokens: 128000, defaultOutputTokens: 8192, imageTokens: 1500 }\n',
        '',
      ],
    ],
    problems: ['27:5 /models/0: "limits" is missing; add it, with contextTokens, outputTokens'],
  },
  'number-with-underscore': {
    changes: [['120000', '120_000']],
    problems: ['7:61 /provider/timeouts/totalMs: YAML reads 120_000 as text, not as a number; write 120000'],
  },
  'number-in-quotes': {
    changes: [['1048576', '"1048576"']],
    problems: ['8:18 /provider/maxReplyBytes: is text because of its quotes; write 1048576 without them'],
  },
  'boolean-as-yes': {
    changes: [['pdf: false', 'pdf: no']],
    problems: ['32:42 /models/0/accepts/pdf: YAML reads no as text, not as a boolean; write false'],
  },
  'price-as-number': {
    changes: [['input: "3.00"', 'input: 2.50']],
    problems: [
      '30:21 /models/0/price/input: a price must be a quoted decimal, so that it stays exact; write "2.50"',
    ],
  },
  'price-too-fine': {
    changes: [['input: "3.00"', 'input: "0.1234567"']],
    problems: [
      '30:21 /models/0/price/input: must be US dollars as a quoted decimal of at most six places, such as "0.15"; correct it',
    ],
  },
  'price-with-currency': {
    changes: [['output: "15.00"', 'output: "$15"']],
    problems: [
      '30:58 /models/0/price/output: must be US dollars as a quoted decimal of at most six places, such as "0.15"; correct it',
    ],
  },
  'no-value': {
    changes: [['upstream: vega-5', 'upstream:']],
    problems: ['28:14 /models/0/upstream: has no value; it must be a string'],
  },
  'group-misspelt': {
    changes: [['group: reasoning', 'group: resoning']],
    problems: ['29:12 /models/0/group: must be one of: reasoning, fast, legacy; did you mean "reasoning"?'],
  },
  'auth-scheme-unknown': {
    changes: [['scheme: bearer', 'scheme: basic']],
    problems: ['6:19 /provider/auth/scheme: must be one of: bearer, header, sigv4, none; choose one'],
  },
  'auth-env-missing': {
    changes: [[', env: AURORA_API_KEY', '']],
    problems: ['6:9 /provider/auth: "env" is missing; add it'],
  },
  'auth-scheme-missing': {
    changes: [['scheme: bearer, ', '']],
    problems: ['6:9 /provider/auth: "scheme" is missing; add it'],
  },
  'auth-secret-in-file': {
    changes: [['env: AURORA_API_KEY', 'env: sk-aurora-123']],
    problems: [
      '6:32 /provider/auth/env: must be the name of an environment variable such as AURORA_API_KEY; correct it',
    ],
  },
  'pointer-without-slash': {
    changes: [['input: /usage/input', 'input: usage.input']],
    problems: ['15:12 /provider/usage/input: must be a JSON Pointer such as /usage/input_tokens; correct it'],
  },
  'send-pointer-bad': {
    changes: [[LAST_LINE, `${LAST_LINE}    send: { store: false }\n`]],
    problems: [
      '37:13 /models/0/send/store: the key "store" must be a JSON Pointer such as /usage/input_tokens; rename it',
    ],
  },
  'usage-list-empty': {
    changes: [['input: /usage/input', 'input: []']],
    problems: ['15:12 /provider/usage/input: must be a list of at least 1 entries; correct it'],
  },
  'temperature-as-number': {
    changes: [['temperature: [0, 1]', 'temperature: 1']],
    problems: [
      '33:30 /models/0/sampling/temperature: must be false or a list of the least and the greatest value, such as [0, 2]; correct it',
    ],
  },
  'models-empty': {
    changes: [[/^models:[^]*/m, 'models: []\n']],
    problems: ['26:9 /models: must be a list of at least 1 entries; correct it'],
  },
  'date-form': {
    changes: [['checked: 2026-11-02', 'checked: 02.11.2026']],
    problems: ['30:76 /models/0/price/checked: must be a day as YYYY-MM-DD; correct it'],
  },
  'several-mistakes': {
    changes: [
      ['120000', '120_000'],
      ['input: "3.00"', 'input: 3'],
      ['pdf: false', 'pdf: maybe'],
    ],
    problems: [
      '7:61 /provider/timeouts/totalMs: YAML reads 120_000 as text, not as a number; write 120000',
      '30:21 /models/0/price/input: a price must be a quoted decimal, so that it stays exact; write "3"',
      '32:42 /models/0/accepts/pdf: must be a boolean; correct it',
    ],
  },
};
