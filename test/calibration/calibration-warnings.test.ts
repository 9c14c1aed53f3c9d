import { describe, expect, it } from 'vitest';
import { calibrationWarnings } from '../../core/calibration/calibration-warnings.ts';
import { checkCalibrations } from '../../core/calibration/check-calibrations.ts';
import { modelVersion } from '../../core/calibration/model-version.ts';
import type { Model } from '../../core/contract.ts';
import { registry } from '../contract/registry-on-disk.ts';
import { formatProblem } from '../../core/manifests/load/manifest-problem.ts';

const PROMPT = 'aaaabbbbcccc';

function versionOf(id: string, change: Partial<Model> = {}): string {
  const model = registry.models.find((one) => one.id === id);
  const provider = registry.providers.find((one) => one.id === model?.provider);
  if (model === undefined || provider === undefined) throw new Error(`there is no ${id}`);
  return modelVersion({ ...model, ...change }, provider);
}

function warningsOf(judgePrompt: string, judges: Readonly<Record<string, string>>): readonly string[] {
  const lines = Object.entries(judges).map(
    ([id, version]) => `  ${id}:\n    model: ${version}\n    flips: { pairs: 9, flipped: 1 }\n`,
  );
  const text = `version: 1\ndate: "2026-11-22T14:05:09Z"\njudgePrompt: ${judgePrompt}\njudges:\n${lines.join('')}`;
  const { calibrations, problems } = checkCalibrations(new Map([['c/one.yaml', text]]));
  expect(problems).toEqual([]);
  return calibrationWarnings(calibrations, registry, PROMPT).map(formatProblem);
}

describe('a calibration', () => {
  it('that holds is not warned of', () => {
    expect(warningsOf(PROMPT, { 'gpt-5.4': versionOf('gpt-5.4') })).toEqual([]);
  });

  it('of another judge prompt, another version of a judge or a judge that is gone is', () => {
    const version = versionOf('gpt-5.4');
    expect(
      warningsOf('ddddeeeeffff', {
        'gpt-5.4': 'gpt-5.4#00000000',
        'gpt-5.44': version,
        'no-such-model-xy': version,
      }),
    ).toEqual([
      expect.stringMatching(
        /^c\/one\.yaml:3:14 \/judgePrompt: the judge prompt is aaaabbbbcccc by now.* --name one", which/,
      ),
      expect.stringMatching(
        /^c\/one\.yaml:6:12 \/judges\/gpt-5\.4\/model: gpt-5\.4 is gpt-5\.4#\w{8} by now/,
      ),
      expect.stringMatching(/^c\/one\.yaml:8:3 .*: there is no model gpt-5\.44; did you mean gpt-5\.4\?/),
      expect.stringMatching(/^c\/one\.yaml:11:3 .*: there is no model no-such-model-xy$/),
    ]);
  });

  it('holds for another price, and not for another name at the provider or a constant', () => {
    const version = versionOf('gpt-5.4');
    expect(versionOf('gpt-5.4', { group: 'legacy', shutdown: '2027-01-01' })).toBe(version);
    expect(versionOf('gpt-5.4', { upstream: 'gpt-5.4-2027' })).not.toBe(version);
    expect(versionOf('gpt-5.4', { send: { '/store': true } })).not.toBe(version);
  });
});
