/** Facts that cannot be: file in test/fixtures/manifests -> what is said, after its name. */
export const FACT_MISTAKES: Readonly<Record<string, readonly string[]>> = {
  'automatic-without-price': [
    '35:14 /models/0/caching: automatic caching needs price.cachedInput or caching.discount; add what a cached token costs, or set mode none',
  ],
  'cached-dearer': [
    '30:42 /models/0/price/cachedInput: is dearer than input ("3.00"); a cached token costs less, so correct one of them',
  ],
  'cached-price-without-caching': [
    '30:42 /models/0/price/cachedInput: is given, but caching.mode is none; remove it, or name the mode',
  ],
  'checked-no-such-day': [
    '30:76 /models/0/price/checked: 2026-02-30 is not a day of the calendar; correct it',
  ],
  'default-over-output': [
    '31:81 /models/0/limits/defaultOutputTokens: is over outputTokens (128000), the most the model gives; lower it',
  ],
  'duplicate-model-id': [
    '38:9 /models/1/id: the ID "aurora-vega" is taken at duplicate-model-id.yaml:27; choose another, such as duplicate-model-id-aurora-vega',
  ],
  'explicit-without-minimum': [
    '35:14 /models/0/caching: "minTokens" is missing; explicit caching needs the least prompt that is cached',
  ],
  'file-name': [
    '2:7 /provider/id: "aurora" is not the file\'s name; write file-name, or rename the file to aurora.yaml',
  ],
  'greedy-outside-range': [
    '33:66 /models/0/sampling/greedyTopP: is outside topP (0 to 0.9); correct one of them',
  ],
  'greedy-without-both': [
    '33:63 /models/0/sampling/greedyTopP: needs a model that takes temperature and topP together; remove it',
  ],
  'header-reserved': [
    '7:14 /provider/headers/authorization: the gateway writes authorization itself; remove it here',
  ],
  'images-without-tokens': [
    '31:13 /models/0/limits: "imageTokens" is missing, and the model accepts images; add the most one image can cost',
  ],
  'long-context-cheaper': [
    '34:54 /models/0/price/longContext/input: is cheaper than in the shorter context ("3.00"); correct one of them',
  ],
  'long-context-incomplete': [
    '34:20 /models/0/price/longContext: "cachedInput" is missing, and the shorter context has one; add it, or long calls are billed without it',
  ],
  'long-context-unreachable': [
    '34:39 /models/0/price/longContext/overInputTokens: is never reached: limits.contextTokens is 400000; correct one of them',
  ],
  'model-id-of-prototype': [
    '27:9 /models/0/id: "constructor" is a name every JavaScript object has; choose another',
  ],
  'output-over-context': [
    '31:52 /models/0/limits/outputTokens: is over contextTokens (100000), which holds input and output; lower it',
  ],
  'pdf-text-over-page': [
    '31:146 /models/0/limits/pdfPageTextTokens: is over pdfPageTokens, which includes it; lower it',
  ],
  'pdf-without-tokens': [
    '31:13 /models/0/limits: "pdfPageTokens" is missing, and the model accepts PDFs; add the most one page can cost',
  ],
  'plugin-unknown': [
    '4:11 /provider/plugin: there is no plugin "chat-completion" (plugins/chat-completion.ts), and ASSAY_PLUGINS, which names the folder of your own plugins, is not set; did you mean "chat-completions"?',
  ],
  'range-reversed': [
    '33:30 /models/0/sampling/temperature: begins at 1, above its end 0; write the smaller first',
  ],
  'region-without-signing': [
    '5:12 /provider/baseUrl: only {region} may stand here in braces, and only with auth.scheme sigv4; write the address out',
  ],
  'schema-subset-missing': [
    '34:24 /models/0/schemaEnforcement: is native, but provider.schemaSubset does not say which keywords the provider takes; add it',
  ],
  'search-uncounted': [
    '30:86 /models/0/price/searchPerThousand: is given, but the tuning group has no webSearch; remove it, or add the parameter',
  ],
  'search-without-price': [
    '34:12 /models/0/price: "searchPerThousand" is missing, and the tuning group has webSearch; add what a thousand queries cost',
  ],
  'send-not-json': [
    '37:39 /models/0/send/~1penalty: holds a number JSON has not; write a finite one',
    '37:55 /models/0/send/~1options: holds a number JSON has not; write a finite one',
  ],
  'send-overlaps': ['37:45 /models/0/send/~1options~1b: overlaps /options; write the two as one constant'],
  'names-any-and-others': ['29:12 /models/0/names: "*" stands for every name; remove the others, or the "*"'],
  'names-of-another': [
    '29:13 /models/0/names/0: is a name of aurora-vega-six; remove it from one of the two',
  ],
  'shutdown-no-such-day': ['37:15 /models/0/shutdown: 2027-04-31 is not a day of the calendar; correct it'],
  'timeouts-order': [
    '7:26 /provider/timeouts/connectMs: is longer than firstByteMs (50000), which includes it; lower it',
  ],
  'together-without-both': [
    '33:61 /models/0/sampling/together: says nothing where temperature or topP is refused anyway; remove it',
  ],
  'tuning-case-never-true': [
    '27:19 /tuning/effort/thinkingBudget/x-wire/0/equals: is never true: the parameter does not take this value; correct it',
    '29:11 /tuning/effort/thinkingBudget/x-wire/2: has two conditions; make two cases of it',
    '31:19 /tuning/effort/thinkingBudget/x-wire/3/equals: is never true: an earlier case has the same value; remove one',
    '34:18 /tuning/effort/thinkingBudget/x-wire/5/below: is never true: an earlier case takes all below 16000; order the cases upwards',
  ],
  'tuning-case-unreachable': [
    '28:11 /tuning/effort/thinkingBudget/x-wire/1: is never reached: a case without a condition stands before it; remove it, or move it up',
  ],
  'tuning-clashes-with-send': [
    '37:32 /models/0/send/~1reasoning_effort: clashes with the parameter reasoningEffort, which sets /reasoning_effort; remove one of the two',
  ],
  'tuning-excludes-unknown': [
    '27:22 /tuning/effort/reasoningEffort/x-wire/0/excludes/0: cannot exclude "thinkingBudget"; name a parameter of this group',
    '27:38 /tuning/effort/reasoningEffort/x-wire/0/excludes/1: cannot exclude "reasoningEffort"; name another one',
  ],
  'tuning-group-unknown': [
    '20:3 /tuning/effort: no model uses the group "effort"; name it in a model\'s tuning, or remove it',
    '36:13 /models/0/tuning: there is no tuning group "efort"; did you mean "effort"?',
  ],
  'tuning-group-unused': [
    '20:3 /tuning/effort: no model uses the group "effort"; name it in a model\'s tuning, or remove it',
  ],
  'tuning-integer-unbounded': [
    '22:7 /tuning/effort/thinkingBudget: an integer needs minimum and maximum; add both',
  ],
  'tuning-pattern-broken': [
    '25:16 /tuning/effort/thinkingBudget/pattern: is no regular expression; correct it',
  ],
  'tuning-raises-on-words': [
    '26:28 /tuning/effort/reasoningEffort/x-wire/0/raisesMaxTokens: needs a parameter that counts tokens, and this one takes no integer; remove it',
  ],
  'tuning-same-place': [
    '28:15 /tuning/effort/reasoningEffort/x-wire: sets /reasoning_effort as depth does; which of the two wins would be chance',
  ],
  'tuning-two-ways': [
    '22:7 /tuning/effort/reasoningEffort: must say in one way which values it takes; give either enum, oneOf, or type',
  ],
  'tuning-without-last-case': [
    '28:11 /tuning/effort/thinkingBudget/x-wire/1: the last case must take every value left; add one more without equals and below',
  ],
};
