import { hash } from 'node:crypto';
import { modelVersion } from '../../calibration/model-version.ts';
import type { CallRole, RunSeries } from '../../metrics/run-metrics.ts';
import type { Registry, RegistryEntry } from '../../registry/registry.ts';
import { noticeFromMs } from '../../registry/retirement.ts';
import { createUsageReader, type UsageReader } from '../../billing/read-usage.ts';
import { type CallerSettings, type PlannedSettings, planSettings } from './plan-settings.ts';
import { type AppliedTuning, applyTuning } from './tuning.ts';

/** A model with the plans that are the same for all requests to it. It is made when the registry is loaded. */
export interface ModelPlan extends RegistryEntry {
  /** When requests begin to get a warning of its shutdown, in Unix milliseconds; Infinity if none is announced. */
  readonly noticeFromMs: number;
  /** The settings of a question without settings and tuning, which most requests send. */
  readonly plain: FittedSettings;
  /** The settings of a question to it as a judge. */
  readonly judging: FittedSettings;
  /** The provider refuses a prompt with more UTF-8 bytes as too long. */
  readonly maxTextBytes: number;
  readonly readUsage: UsageReader;
  /** The metrics of its runs in each role, once it has had one. */
  readonly series: Partial<Record<CallRole, RunSeries>>;
  /** A hash of the facts of the model and its provider. An answer in the cache is used only with the same version. */
  readonly version: string;
  /** See `modelVersion`: a calibration of this model as a judge is valid for one version. */
  readonly judgingVersion: string;
}

/** Only very repetitive text has more bytes in a token, so a longer text is far too long for the context. */
const MAX_BYTES_PER_TOKEN = 16;

/** The settings and tuning of a call, fitted to the model. */
export interface FittedSettings {
  readonly tuning: AppliedTuning;
  readonly settings: PlannedSettings;
}

/** The settings and the tuning of most questions. */
export const NO_SETTINGS: CallerSettings = {};
export const NO_TUNING: Readonly<Record<string, unknown>> = {};
/** A judge never gets the caller's sampling settings, so that its verdicts are repeatable. */
export const JUDGE_SETTINGS: CallerSettings = { temperature: 0 };

/** The plans of all models, by model ID. */
export type ModelPlans = ReadonlyMap<string, ModelPlan>;

export function planModels({ entries }: Pick<Registry, 'entries'>): ModelPlans {
  return new Map(entries.map((entry) => [entry.model.id, planModel(entry)]));
}

export function planModel(entry: RegistryEntry): ModelPlan {
  const { model, provider } = entry;
  const tuning = applyTuning(model, NO_TUNING);
  return {
    ...entry,
    noticeFromMs: noticeFromMs(model),
    plain: { tuning, settings: planSettings(entry, NO_SETTINGS, tuning) },
    judging: { tuning, settings: planSettings(entry, JUDGE_SETTINGS, tuning) },
    maxTextBytes: model.limits.contextTokens * MAX_BYTES_PER_TOKEN,
    readUsage: createUsageReader(provider.usage),
    series: {},
    version: hash('sha256', JSON.stringify([model, provider])),
    judgingVersion: modelVersion(model, provider),
  };
}
