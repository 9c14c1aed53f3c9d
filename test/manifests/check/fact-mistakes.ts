import type { Mistake } from './change-text.ts';

const LAST_LINE = '    tuning: effort\n';
const PRICE = 'price: { input: "3.00", cachedInput: "1.50", output: "15.00", checked: 2026-11-02 }';
const EFFORT =
  '    reasoningEffort:\n      description: How long the model thinks.\n      enum: [low, medium, high]\n      x-wire: /reasoning_effort\n';

function secondModel(id: string): string {
  return `
  - id: ${id}
    upstream: vega-6
    group: fast
    price: { input: "1.00", output: "2.00", checked: 2026-11-02 }
    limits: { contextTokens: 8192, outputTokens: 4096 }
    caching: { mode: none }
`;
}

function longContext(facts: string): string {
  return `price:
      input: "3.00"
      cachedInput: "1.50"
      output: "15.00"
      longContext: { ${facts} }
      checked: 2026-11-02`;
}

/** @param lines the type of the parameter, and what its values do. */
function thinkingBudget(lines: string): string {
  return `    thinkingBudget:\n      description: Tokens the model may think.\n      ${lines}\n`;
}

/** Impossible facts, by the name of the manifest. */
export const FACT_MISTAKES: Readonly<Record<string, Mistake>> = {
  'automatic-without-price': {
    changes: [
      [' cachedInput: "1.50",', ''],
      [', discount: "0.5"', ''],
    ],
    problems: [
      '35:14 /models/0/caching: automatic caching needs price.cachedInput or caching.discount; add what a cached token costs, or set mode none (with "assay model add": --caching none)',
    ],
  },
  'cached-dearer': {
    changes: [['cachedInput: "1.50"', 'cachedInput: "4.00"']],
    problems: [
      '30:42 /models/0/price/cachedInput: is dearer than input ("3.00"); a cached token costs less, so correct one of them',
    ],
  },
  'cached-price-without-caching': {
    changes: [['mode: automatic, minTokens: 1024, discount: "0.5"', 'mode: none']],
    problems: [
      '30:42 /models/0/price/cachedInput: is given, but caching.mode is none; remove it, or name the mode',
    ],
  },
  'checked-no-such-day': {
    changes: [['checked: 2026-11-02', 'checked: 2026-02-30']],
    problems: ['30:76 /models/0/price/checked: 2026-02-30 is not a day of the calendar; correct it'],
  },
  'default-over-output': {
    changes: [['defaultOutputTokens: 8192', 'defaultOutputTokens: 200000']],
    problems: [
      '31:81 /models/0/limits/defaultOutputTokens: is over outputTokens (128000), the most the model gives; lower it',
    ],
  },
  'duplicate-model-id': {
    changes: [[LAST_LINE, LAST_LINE + secondModel('aurora-vega')]],
    problems: [
      '38:9 /models/1/id: the ID "aurora-vega" is taken at duplicate-model-id.yaml:27; choose another, such as duplicate-model-id-aurora-vega',
    ],
  },
  'explicit-without-minimum': {
    changes: [['mode: automatic, minTokens: 1024, discount: "0.5"', 'mode: explicit']],
    problems: [
      '35:14 /models/0/caching: "minTokens" is missing; explicit caching needs the least prompt that is cached',
    ],
  },
  'file-name': {
    changes: [['id: file-name', 'id: aurora']],
    problems: [
      '2:7 /provider/id: "aurora" is not the file\'s name; write file-name, or rename the file to aurora.yaml',
    ],
  },
  'greedy-outside-range': {
    changes: [['topP: false', 'topP: [0, 0.9], greedyTopP: 1']],
    problems: ['33:66 /models/0/sampling/greedyTopP: is outside topP (0 to 0.9); correct one of them'],
  },
  'greedy-without-both': {
    changes: [['topP: false', 'topP: false, greedyTopP: 1']],
    problems: [
      '33:63 /models/0/sampling/greedyTopP: needs a model that takes temperature and topP together; remove it',
    ],
  },
  'header-reserved': {
    changes: [['  timeouts:', '  headers: { authorization: none }\n  timeouts:']],
    problems: [
      '7:14 /provider/headers/authorization: the gateway writes authorization itself; remove it here',
    ],
  },
  'images-without-tokens': {
    changes: [[', imageTokens: 1500', '']],
    problems: [
      '31:13 /models/0/limits: "imageTokens" is missing, and the model accepts images; add the most one image can cost',
    ],
  },
  'long-context-cheaper': {
    changes: [
      [PRICE, longContext('overInputTokens: 200000, input: "2.99", cachedInput: "3.00", output: "22.50"')],
    ],
    problems: [
      '34:54 /models/0/price/longContext/input: is cheaper than in the shorter context ("3.00"); correct one of them',
    ],
  },
  'long-context-incomplete': {
    changes: [[PRICE, longContext('overInputTokens: 200000, input: "6.00", output: "22.50"')]],
    problems: [
      '34:20 /models/0/price/longContext: "cachedInput" is missing, and the shorter context has one; add it, or long calls are billed without it',
    ],
  },
  'long-context-unreachable': {
    changes: [
      [PRICE, longContext('overInputTokens: 400000, input: "6.00", cachedInput: "3.00", output: "22.50"')],
    ],
    problems: [
      '34:39 /models/0/price/longContext/overInputTokens: is never reached: limits.contextTokens is 400000; correct one of them',
    ],
  },
  'model-id-of-prototype': {
    changes: [['id: aurora-vega', 'id: constructor']],
    problems: ['27:9 /models/0/id: "constructor" is a name every JavaScript object has; choose another'],
  },
  'output-over-context': {
    changes: [['contextTokens: 400000', 'contextTokens: 100000']],
    problems: [
      '31:52 /models/0/limits/outputTokens: is over contextTokens (100000), which holds input and output; lower it',
    ],
  },
  'pdf-text-over-page': {
    changes: [
      ['imageTokens: 1500', 'imageTokens: 1500, pdfPageTokens: 3000, pdfPageTextTokens: 3001'],
      ['pdf: false', 'pdf: true'],
    ],
    problems: [
      '31:146 /models/0/limits/pdfPageTextTokens: is over pdfPageTokens, which includes it; lower it',
    ],
  },
  'pdf-without-tokens': {
    changes: [['pdf: false', 'pdf: true']],
    problems: [
      '31:13 /models/0/limits: "pdfPageTokens" is missing, and the model accepts PDFs; add the most one page can cost',
    ],
  },
  'plugin-unknown': {
    changes: [['chat-completions', 'chat-completion']],
    problems: [
      '4:11 /provider/plugin: there is no plugin "chat-completion" (plugins/chat-completion.ts), and ASSAY_PLUGINS, which names the folder of your own plugins, is not set; did you mean "chat-completions"?',
    ],
  },
  'range-reversed': {
    changes: [['[0, 1]', '[1, 0]']],
    problems: ['33:30 /models/0/sampling/temperature: begins at 1, above its end 0; write the smaller first'],
  },
  'region-without-signing': {
    changes: [['https://api.', 'https://{region}.']],
    problems: [
      '5:12 /provider/baseUrl: only {region} may stand here in braces, and only with auth.scheme sigv4; write the address out',
    ],
  },
  'schema-subset-missing': {
    changes: [['schemaEnforcement: instruction', 'schemaEnforcement: native']],
    problems: [
      '34:24 /models/0/schemaEnforcement: is native, but provider.schemaSubset does not say which keywords the provider takes; add it',
    ],
  },
  'search-uncounted': {
    changes: [['output: "15.00"', 'output: "15.00", searchPerThousand: "10.00"']],
    problems: [
      '30:86 /models/0/price/searchPerThousand: is given, but the tuning group has no webSearch; remove it, or add the parameter',
    ],
  },
  'search-without-price': {
    changes: [
      [
        '  effort:\n',
        '  effort:\n    webSearch:\n      description: Searches the web.\n      type: boolean\n      x-wire: /search\n',
      ],
    ],
    problems: [
      '34:12 /models/0/price: "searchPerThousand" is missing, and the tuning group has webSearch; add what a thousand queries cost',
    ],
  },
  'send-not-json': {
    changes: [
      [LAST_LINE, `${LAST_LINE}    send: { /nothing: null, /penalty: .inf, /options: { a: [1, .nan] } }\n`],
    ],
    problems: [
      '37:39 /models/0/send/~1penalty: holds a number JSON has not; write a finite one',
      '37:55 /models/0/send/~1options: holds a number JSON has not; write a finite one',
    ],
  },
  'send-overlaps': {
    changes: [[LAST_LINE, `${LAST_LINE}    send: { /options: { a: 1 }, /options/b: 2 }\n`]],
    problems: ['37:45 /models/0/send/~1options~1b: overlaps /options; write the two as one constant'],
  },
  'names-any-and-others': {
    changes: [['    group:', '    names: [vega-5-eu, "*"]\n    group:']],
    problems: ['29:12 /models/0/names: "*" stands for every name; remove the others, or the "*"'],
  },
  'names-of-another': {
    changes: [
      ['    group:', '    names: [vega-6]\n    group:'],
      [LAST_LINE, LAST_LINE + secondModel('aurora-vega-six')],
    ],
    problems: ['29:13 /models/0/names/0: is a name of aurora-vega-six; remove it from one of the two'],
  },
  'shutdown-no-such-day': {
    changes: [[LAST_LINE, `${LAST_LINE}    shutdown: 2027-02-29\n`]],
    problems: ['37:15 /models/0/shutdown: 2027-02-29 is not a day of the calendar; correct it'],
  },
  'timeouts-order': {
    changes: [['connectMs: 5000, firstByteMs: 60000', 'connectMs: 60000, firstByteMs: 50000']],
    problems: [
      '7:26 /provider/timeouts/connectMs: is longer than firstByteMs (50000), which includes it; lower it',
    ],
  },
  'together-without-both': {
    changes: [['topP: false', 'topP: false, together: false']],
    problems: [
      '33:61 /models/0/sampling/together: says nothing where temperature or topP is refused anyway; remove it',
    ],
  },
  'tuning-case-never-true': {
    changes: [
      [
        EFFORT,
        thinkingBudget(
          'type: integer\n      minimum: 0\n      maximum: 24576\n      x-wire:\n        - equals: 99999\n        - equals: 0\n        - equals: 0\n          below: 5\n        - equals: 0\n        - below: 16000\n          set: { /effort: high }\n        - below: 4096\n          set: { /effort: low }\n        - set: { /effort: max }',
        ),
      ],
    ],
    problems: [
      '27:19 /tuning/effort/thinkingBudget/x-wire/0/equals: is never true: the parameter does not take this value; correct it',
      '29:11 /tuning/effort/thinkingBudget/x-wire/2: has two conditions; make two cases of it',
      '31:19 /tuning/effort/thinkingBudget/x-wire/3/equals: is never true: an earlier case has the same value; remove one',
      '34:18 /tuning/effort/thinkingBudget/x-wire/5/below: is never true: an earlier case takes all below 16000; order the cases upwards',
    ],
  },
  'tuning-case-unreachable': {
    changes: [
      [
        EFFORT,
        thinkingBudget(
          'type: integer\n      minimum: 0\n      maximum: 24576\n      x-wire:\n        - set: { /budget: $value }\n        - equals: 0',
        ),
      ],
    ],
    problems: [
      '28:11 /tuning/effort/thinkingBudget/x-wire/1: is never reached: a case without a condition stands before it; remove it, or move it up',
    ],
  },
  'tuning-clashes-with-send': {
    changes: [[LAST_LINE, `${LAST_LINE}    send: { /reasoning_effort: low }\n`]],
    problems: [
      '37:32 /models/0/send/~1reasoning_effort: clashes with the parameter reasoningEffort, which sets /reasoning_effort; remove one of the two',
    ],
  },
  'tuning-excludes-unknown': {
    changes: [
      [
        'x-wire: /reasoning_effort',
        'x-wire:\n        - equals: high\n          set: { /reasoning_effort: high }\n          excludes: [thinkingBudget, reasoningEffort]\n        - set: { /reasoning_effort: $value }',
      ],
    ],
    problems: [
      '27:22 /tuning/effort/reasoningEffort/x-wire/0/excludes/0: cannot exclude "thinkingBudget"; name a parameter of this group',
      '27:38 /tuning/effort/reasoningEffort/x-wire/0/excludes/1: cannot exclude "reasoningEffort"; name another one',
    ],
  },
  'tuning-group-unknown': {
    changes: [['tuning: effort', 'tuning: efort']],
    problems: [
      '20:3 /tuning/effort: no model uses the group "effort"; name it in a model\'s tuning, or remove it',
      '36:13 /models/0/tuning: there is no tuning group "efort"; did you mean "effort"?',
    ],
  },
  'tuning-group-unused': {
    changes: [[LAST_LINE, '']],
    problems: [
      '20:3 /tuning/effort: no model uses the group "effort"; name it in a model\'s tuning, or remove it',
    ],
  },
  'tuning-integer-unbounded': {
    changes: [
      [
        EFFORT,
        thinkingBudget('type: integer\n      minimum: 0\n      x-wire:\n        - set: { /budget: $value }'),
      ],
    ],
    problems: ['22:7 /tuning/effort/thinkingBudget: an integer needs minimum and maximum; add both'],
  },
  'tuning-pattern-broken': {
    changes: [
      [
        EFFORT,
        thinkingBudget(
          'type: string\n      maxLength: 64\n      pattern: "[a-"\n      x-wire:\n        - set: { /cache: $value }',
        ),
      ],
    ],
    problems: ['25:16 /tuning/effort/thinkingBudget/pattern: is no regular expression; correct it'],
  },
  'tuning-raises-on-words': {
    changes: [
      [
        'x-wire: /reasoning_effort',
        'x-wire:\n        - set: { /effort: $value }\n          raisesMaxTokens: true',
      ],
    ],
    problems: [
      '26:28 /tuning/effort/reasoningEffort/x-wire/0/raisesMaxTokens: needs a parameter that counts tokens, and this one takes no integer; remove it',
    ],
  },
  'tuning-same-place': {
    changes: [
      [
        '  effort:\n',
        '  effort:\n    depth:\n      description: How deep it digs.\n      enum: [flat, deep]\n      x-wire: /reasoning_effort/depth\n',
      ],
    ],
    problems: [
      '28:15 /tuning/effort/reasoningEffort/x-wire: sets /reasoning_effort as depth does; which of the two wins would be chance',
    ],
  },
  'tuning-two-ways': {
    changes: [['      x-wire:', '      type: boolean\n      x-wire:']],
    problems: [
      '22:7 /tuning/effort/reasoningEffort: must say in one way which values it takes; give either enum, oneOf, or type',
    ],
  },
  'tuning-without-last-case': {
    changes: [
      [
        EFFORT,
        thinkingBudget(
          'type: integer\n      minimum: 0\n      maximum: 24576\n      x-wire:\n        - equals: 0\n        - below: 4096\n          set: { /effort: low }',
        ),
      ],
    ],
    problems: [
      '28:11 /tuning/effort/thinkingBudget/x-wire/1: the last case must take every value left; add one more without equals and below',
    ],
  },
};
