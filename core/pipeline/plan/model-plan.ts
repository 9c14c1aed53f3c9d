import { hash } from 'node:crypto';
import type { Registry, RegistryEntry } from '../../registry/registry.ts';
import { noticeFromMs } from '../../registry/retirement.ts';
import { createUsageReader, type UsageReader } from '../../billing/read-usage.ts';
import { type AskedSettings, type PlannedSettings, planSettings } from './plan-settings.ts';
import { type AppliedTuning, applyTuning } from './tuning.ts';

/** A model that requests may name, with what is the same for all of them. Made when its registry is loaded. */
export interface ModelPlan extends RegistryEntry {
  /** From when on requests hear of its shutdown, Unix milliseconds; Infinity where none is announced. */
  readonly noticeFromMs: number;
  /** What a question without settings and tuning comes to: most requests send none. */
  readonly plain: ModelTerms;
  /** The same of a question to it as a judge. */
  readonly judging: ModelTerms;
  readonly readUsage: UsageReader;
  /** Of its facts and its provider's: what is cached of one version is not another's. */
  readonly version: string;
}

/** How a model is asked. */
export interface ModelTerms {
  readonly tuning: AppliedTuning;
  readonly settings: PlannedSettings;
}

/** Never the caller's sampling: a judge is to be repeatable. */
export const JUDGE_SETTINGS: AskedSettings = { temperature: 0 };

/** By ID. */
export type ModelPlans = ReadonlyMap<string, ModelPlan>;

export function planModels({ entries }: Pick<Registry, 'entries'>): ModelPlans {
  return new Map(entries.map((entry) => [entry.model.id, planModel(entry)]));
}

export function planModel(entry: RegistryEntry): ModelPlan {
  const { model, provider } = entry;
  const tuning = applyTuning(model, {});
  return {
    ...entry,
    noticeFromMs: noticeFromMs(model),
    plain: { tuning, settings: planSettings(entry, {}, tuning) },
    judging: { tuning, settings: planSettings(entry, JUDGE_SETTINGS, tuning) },
    readUsage: createUsageReader(provider.usage),
    version: hash('sha256', JSON.stringify([model, provider])),
  };
}
