import { hash } from 'node:crypto';
import type { Registry, RegistryEntry } from '../../registry/registry.ts';
import { noticeFromMs } from '../../registry/retirement.ts';
import { createUsageReader, type UsageReader } from '../../billing/read-usage.ts';
import { type CallerSettings, type PlannedSettings, planSettings } from './plan-settings.ts';
import { type AppliedTuning, applyTuning } from './tuning.ts';

/** A model with the plans that are the same for all requests to it. It is made when the registry is loaded. */
export interface ModelPlan extends RegistryEntry {
  /** When requests begin to get a warning of its shutdown, in Unix milliseconds; Infinity if none is announced. */
  readonly noticeFromMs: number;
  /** The terms of a question without settings and tuning, which most requests send. */
  readonly plain: ModelTerms;
  /** The terms of a question to it as a judge. */
  readonly judging: ModelTerms;
  readonly readUsage: UsageReader;
  /** A hash of the facts of the model and its provider. An answer in the cache is used only with the same version. */
  readonly version: string;
}

/** The settings and tuning of a call, fitted to the model. */
export interface ModelTerms {
  readonly tuning: AppliedTuning;
  readonly settings: PlannedSettings;
}

/** A judge never gets the caller's sampling settings, so that its verdicts are repeatable. */
export const JUDGE_SETTINGS: CallerSettings = { temperature: 0 };

/** The plans of all models, by model ID. */
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
