/** Mistakes in the YAML or the shape: file in test/fixtures/manifests -> what is said, after its name. */
export const SHAPE_MISTAKES: Readonly<Record<string, readonly string[]>> = {
  'tab-indent': ['3:1: a tab indents this line; use spaces'],
  'unclosed-list': [
    '32:47: this is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]; correct it here or on the line before',
  ],
  'duplicate-key': ['4:3: this key stands twice; remove one of the two'],
  'two-documents': ['26:1: a second YAML document begins here; keep one per file, without `---`'],
  'anchor-and-alias': [
    '15:20: anchor &tokens is not allowed; remove it and write the value out where it is used',
    '17:13: alias *tokens is not allowed; write the value out here',
  ],
  'merge-key': ['15:5: the merge key << is not allowed; write the keys out here'],
  tag: ['3:18: tag !company is not allowed; remove it'],
  'yaml-directive': ['1:1: remove the %YAML line; this is read as YAML 1.2'],
  'key-not-text': ['4:3: the key 404 is not text; put it in quotes'],
  'empty-file': ['1:1: is empty; write a `provider` and its `models`'],
  'unknown-key': ['7:3 /provider/timeout: unknown key "timeout"; did you mean "timeouts"?'],
  'unknown-key-deep': [
    '31:60 /models/0/limits/defaultOutputToken: unknown key "defaultOutputToken"; did you mean "defaultOutputTokens"?',
  ],
  'unknown-top-key': [
    '26:1 /wire_formats: unknown key "wire_formats"; allowed here: provider, tuning, every, models',
  ],
  'missing-limits': ['27:5 /models/0: "limits" is missing; add it, with contextTokens, outputTokens'],
  'number-with-underscore': [
    '7:61 /provider/timeouts/totalMs: YAML reads 120_000 as text, not as a number; write 120000',
  ],
  'number-in-quotes': [
    '8:18 /provider/maxReplyBytes: is text because of its quotes; write 1048576 without them',
  ],
  'boolean-as-yes': ['32:42 /models/0/accepts/pdf: YAML reads no as text, not as a boolean; write false'],
  'price-as-number': [
    '30:21 /models/0/price/input: a price must be a quoted decimal, so that it stays exact; write "2.50"',
  ],
  'price-too-fine': [
    '30:21 /models/0/price/input: must be US dollars as a quoted decimal of at most six places, such as "0.15"; correct it',
  ],
  'price-with-currency': [
    '30:58 /models/0/price/output: must be US dollars as a quoted decimal of at most six places, such as "0.15"; correct it',
  ],
  'no-value': ['28:14 /models/0/upstream: has no value; it must be a string'],
  'group-misspelt': [
    '29:12 /models/0/group: must be one of: reasoning, fast, legacy; did you mean "reasoning"?',
  ],
  'auth-scheme-unknown': [
    '6:19 /provider/auth/scheme: must be one of: bearer, header, sigv4, none; choose one',
  ],
  'auth-env-missing': ['6:9 /provider/auth: "env" is missing; add it'],
  'auth-scheme-missing': ['6:9 /provider/auth: "scheme" is missing; add it'],
  'auth-secret-in-file': [
    '6:32 /provider/auth/env: must be the name of an environment variable such as AURORA_API_KEY; correct it',
  ],
  'pointer-without-slash': [
    '15:12 /provider/usage/input: must be a JSON Pointer such as /usage/input_tokens; correct it',
  ],
  'send-pointer-bad': [
    '37:13 /models/0/send/store: the key "store" must be a JSON Pointer such as /usage/input_tokens; rename it',
  ],
  'usage-list-empty': ['15:12 /provider/usage/input: must be a list of at least 1 entries; correct it'],
  'temperature-as-number': [
    '33:30 /models/0/sampling/temperature: must be false or a list of the least and the greatest value, such as [0, 2]; correct it',
  ],
  'models-empty': ['26:9 /models: must be a list of at least 1 entries; correct it'],
  'date-form': ['30:76 /models/0/price/checked: must be a day as YYYY-MM-DD; correct it'],
  'several-mistakes': [
    '7:61 /provider/timeouts/totalMs: YAML reads 120_000 as text, not as a number; write 120000',
    '30:21 /models/0/price/input: a price must be a quoted decimal, so that it stays exact; write "3"',
    '32:42 /models/0/accepts/pdf: must be a boolean; correct it',
  ],
};
