import { isDeepStrictEqual } from 'node:util';
import { namesIn, valueUnder } from '../schema/json-pointer.ts';
import type { BuiltCase } from './build-case.ts';
import { CACHE_KEY, OBJECT_SCHEMA } from './plugin-cases.ts';

/** @returns what is wrong and what to do; undefined if the rule is kept. */
type CaseCheck = (built: BuiltCase) => string | undefined;

/** The rules that a plugin must keep in every case. */
export const CASE_CHECKS: readonly CaseCheck[] = [
  checkTexts,
  checkModel,
  checkUndefined,
  checkRepeat,
  checkSettings,
  checkFields,
  checkRules,
  checkFiles,
  checkSchema,
  checkCacheKey,
];

/** The static texts must come first. */
function checkTexts({ pluginCase, text }: BuiltCase): string | undefined {
  const { system, turns } = pluginCase.question;
  let last = -1;
  for (const { text: part } of [...system, ...turns]) {
    const count = occurrences(text, part);
    if (count !== 1)
      return `"${part}" stands ${count} times in the body; put every text of call.system and call.turns there once`;
    const place = text.indexOf(part);
    if (place < last)
      return `"${part}" stands before a text that precedes it; write call.system, then call.turns in order`;
    last = place;
  }
  return undefined;
}

function checkModel({ entry, path, body, modelMember }: BuiltCase): string | undefined {
  const { upstream } = entry.model;
  if (!/^\/[\x21-\x7e]+$/.test(path))
    return `the path is ${JSON.stringify(path)}; begin it with a slash and percent-encode it`;
  if (at(body, modelMember) === upstream || path.includes(encodeURIComponent(upstream))) return undefined;
  return `the model "${upstream}" is not named; write call.model.upstream at ${modelMember}, or percent-encoded into the path; --model-member says where else a format has it`;
}

function checkUndefined({ raw }: BuiltCase): string | undefined {
  return containsUndefined(raw) ? 'the body holds undefined; leave such members out' : undefined;
}

function checkRepeat({ text, secondText }: BuiltCase): string | undefined {
  return text === secondText
    ? undefined
    : 'two builds of one call differ; use no clock, no random figure and no state';
}

function checkSettings({ planned, body }: BuiltCase): string | undefined {
  const { maxTokens, temperature, topP } = planned.call.settings;
  for (const [name, value] of Object.entries({ maxTokens, temperature, topP })) {
    if (value !== undefined && !contains(body, value))
      return `${name} ${String(value)} is not sent as such; write call.settings.${name} unchanged, and nothing where it is undefined`;
  }
  return undefined;
}

function checkFields({ planned, body }: BuiltCase): string | undefined {
  for (const [pointer, value] of planned.call.fields) {
    if (!isDeepStrictEqual(at(body, pointer), value))
      return `${pointer} is not ${JSON.stringify(value)}; set every entry of call.fields in the body, last`;
  }
  return undefined;
}

/** Checks the plan itself: it must contain nothing that the provider refuses by its manifest. */
function checkRules({ planned, entry }: BuiltCase): string | undefined {
  const { rules } = entry.provider;
  const { settings, turns } = planned.call;
  const { sampling, limits } = entry.model;
  if (settings.maxTokens < rules.minTokens)
    return `the output cap is under rules.minTokens, ${rules.minTokens}`;
  if (rules.userFirst && turns[0]?.role !== 'user')
    return 'the first turn is the assistant’s, against rules.userFirst';
  if (rules.capWithinContext && settings.maxTokens >= limits.contextTokens)
    return 'the output cap leaves no room for the prompt, against rules.capWithinContext';
  const { topP = sampling.greedyTopP } = settings;
  return settings.temperature !== 0 || sampling.greedyTopP === null || topP === sampling.greedyTopP
    ? undefined
    : `top-p beside temperature 0 is not sampling.greedyTopP, ${sampling.greedyTopP}`;
}

function checkFiles({ pluginCase, text }: BuiltCase): string | undefined {
  for (const { name, base64 } of pluginCase.question.attachments) {
    const count = occurrences(text, Buffer.from(base64).toString('ascii'));
    if (count !== 1)
      return `the file ${name} stands ${count} times in the body; put one Base64Slot for each of call.attachments there`;
  }
  return undefined;
}

function checkSchema({ pluginCase, planned, entry, text }: BuiltCase): string | undefined {
  if (pluginCase.name !== 'an output schema') return undefined;
  const json = JSON.stringify(OBJECT_SCHEMA);
  const isEnforced = entry.model.schemaEnforcement !== 'instruction';
  if ((planned.call.outputSchema !== undefined) !== isEnforced)
    return `schemaEnforcement ${entry.model.schemaEnforcement} and provider.schemaSubset disagree; correct the manifest`;
  // An instruction is part of the system text.
  const [asSchema, asText] = [occurrences(text, json), occurrences(text, JSON.stringify(json).slice(1, -1))];
  if (asSchema === (isEnforced ? 1 : 0) && asText === (isEnforced ? 0 : 1)) return undefined;
  return isEnforced
    ? 'the schema is not sent once; write call.outputSchema into the body, or set schemaEnforcement: instruction in the manifest'
    : 'a schema is sent that is not in call.outputSchema; write only that';
}

function checkCacheKey({ pluginCase, entry, text }: BuiltCase): string | undefined {
  if (pluginCase.question.cacheKey === undefined) return undefined;
  const expected = entry.provider.promptCacheKey === null ? 0 : 1;
  return occurrences(text, CACHE_KEY) === expected
    ? undefined
    : 'the cache key is not where provider.promptCacheKey says; set every entry of call.fields';
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

function at(body: unknown, pointer: string): unknown {
  return valueUnder(body, namesIn(pointer));
}

function contains(value: unknown, expected: unknown): boolean {
  if (value === expected) return true;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => contains(one, expected))
  );
}

function containsUndefined(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined;
  return !(value instanceof Uint8Array) && Object.values(value).some(containsUndefined);
}
