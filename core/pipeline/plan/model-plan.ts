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
  /** Fitted once for questions without tuning: by `NO_SETTINGS` and `JUDGE_SETTINGS`. */
  readonly untuned: ReadonlyMap<CallerSettings, FittedSettings>;
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

/** @param tunedId the ID under which the request tunes the model. */
export function fitSettings(
  entry: RegistryEntry,
  question: { readonly settings: CallerSettings; readonly tuning: Readonly<Record<string, unknown>> },
  tunedId?: string,
): FittedSettings {
  const tuning = applyTuning(entry.model, question.tuning, tunedId);
  return { tuning, settings: planSettings(entry, question.settings, tuning) };
}

/** The plans of all models, by model ID. */
export type ModelPlans = ReadonlyMap<string, ModelPlan>;

export function planModels({ entries }: Pick<Registry, 'entries'>): ModelPlans {
  return new Map(entries.map((entry) => [entry.model.id, planModel(entry)]));
}

export function planModel(entry: RegistryEntry): ModelPlan {
  const { model, provider } = entry;
  return {
    ...entry,
    noticeFromMs: noticeFromMs(model),
    untuned: new Map(
      [NO_SETTINGS, JUDGE_SETTINGS].map((settings) => [
        settings,
        fitSettings(entry, { settings, tuning: NO_TUNING }),
      ]),
    ),
    maxTextBytes: model.limits.contextTokens * MAX_BYTES_PER_TOKEN,
    readUsage: createUsageReader(provider.usage),
    series: {},
    version: hash('sha256', JSON.stringify([model, provider])),
    judgingVersion: modelVersion(model, provider),
  };
}
