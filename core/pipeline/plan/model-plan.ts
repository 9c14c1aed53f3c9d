import { hash } from 'node:crypto';
import { modelVersion } from '../../calibration/model-version.ts';
import { GatewayError } from '../../errors.ts';
import type { CallRole, RunSeries } from '../../metrics/run-metrics.ts';
import type { Registry, RegistryEntry } from '../../registry/registry.ts';
import { noticeFromMs, retirementState, successorAdvice } from '../../registry/retirement.ts';
import { createUsageReader, type UsageReader } from '../../billing/read-usage.ts';
import { type CallerSettings, type PlannedSettings, planSettings } from './plan-settings.ts';
import { type AppliedTuning, applyTuning } from './tuning.ts';
import type { Warning } from './warning.ts';

/** A model with the plans that are the same for all requests to it. It is made when the registry is loaded. */
export interface ModelPlan extends RegistryEntry {
  /** When requests begin to get a warning of its shutdown, in Unix milliseconds; Infinity if none is announced. */
  readonly noticeFromMs: number;
  /** The settings of a question without settings and tuning, which most requests send. */
  readonly plain: FittedSettings;
  /** The settings of a question to it as a judge. */
  readonly judging: FittedSettings;
  readonly readUsage: UsageReader;
  /** The metrics of its runs in each role, once it has had one. */
  readonly series: Partial<Record<CallRole, RunSeries>>;
  /** A hash of the facts of the model and its provider. An answer in the cache is used only with the same version. */
  readonly version: string;
  /** See `modelVersion`: a calibration of this model as a judge is valid for one version. */
  readonly judgingVersion: string;
}

/** The settings and tuning of a call, fitted to the model. */
export interface FittedSettings {
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
    series: {},
    version: hash('sha256', JSON.stringify([model, provider])),
    judgingVersion: modelVersion(model, provider),
  };
}

/** The model that runs for an entry of `models` or `judges` on the day of the request. */
export interface ServedModel {
  /** Points to the entry in the request. */
  readonly pointer: string;
  /** The model that runs: the named one or its successor. */
  readonly entry: ModelPlan;
  /** The ID that the request names, if another model runs in its place. */
  readonly inPlaceOf?: string;
  /** Whether it is shut down and no other model runs in its place. */
  readonly isRetired: boolean;
  readonly warnings: readonly Warning[];
}

/**
 * Finds the model that a request names, or the successor that runs in its place. The registry has every ID that the
 * validator accepts, because both come from the same manifests; it has each successor too.
 * @param pointer of the entry in the request.
 * @param nowMs in Unix milliseconds.
 */
export function serveModel(id: string, pointer: string, plans: ModelPlans, nowMs: number): ServedModel {
  const entry = plans.get(id);
  if (entry === undefined)
    throw new GatewayError('internal', { detail: 'The registry changed under a request.' });
  if (entry.noticeFromMs > nowMs) return { pointer, entry, isRetired: false, warnings: [] };
  const { model } = entry;
  const state = retirementState(model, nowMs);
  if (state === 'retired' && model.isSucceeded) {
    // This ends, because a successor is shut down later than the model it follows, or never.
    const successor = serveModel(model.successor ?? '', pointer, plans, nowMs);
    const message = `${id} was shut down on ${model.shutdown}; ${successor.entry.model.id} runs in its place`;
    return { ...successor, inPlaceOf: id, warnings: [{ code: 'served_by_other_model', pointer, message }] };
  }
  if (state !== 'retiring') return { pointer, entry, isRetired: state === 'retired', warnings: [] };
  const then = model.isSucceeded
    ? `From then on ${model.successor} runs in its place.`
    : successorAdvice(model);
  const message = `${id} is shut down on ${model.shutdown}. ${then}`;
  return { pointer, entry, isRetired: false, warnings: [{ code: 'model_retiring', pointer, message }] };
}
