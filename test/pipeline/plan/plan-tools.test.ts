import { describe, expect, test } from 'vitest';
import type { Model, Tools } from '../../../core/contract.ts';
import { GatewayError } from '../../../core/errors.ts';
import { fitTools } from '../../../core/pipeline/plan/plan-tools.ts';
import { refuseUnfitTools } from '../../../core/pipeline/plan/prepare-tools.ts';
import { registryOnDisk } from '../../contract/registry-on-disk.ts';
import { planModel } from '../../../core/pipeline/plan/model-plan.ts';

const registry = registryOnDisk;
const TOOLS: Tools = {
  functions: [{ name: 'look', strict: true }],
  choice: 'none',
  parallel: false,
};

function planOf(id: string, changes: Partial<Model> = {}) {
  const entry = registry.find(id);
  if (entry === undefined) throw new Error(`no model ${id}`);
  return planModel({ ...entry, model: { ...entry.model, ...changes } });
}

function refusalOf(tools: Tools, plan: ReturnType<typeof planOf>, askable: readonly Model[]) {
  const served = { entry: plan, pointer: '/models/0', warnings: [], isRetired: false };
  try {
    refuseUnfitTools({ ...tools, turns: [] }, [served], () => askable);
    return undefined;
  } catch (error) {
    return error instanceof GatewayError ? error.details.errors : error;
  }
}

describe('tools of a request', () => {
  test('are refused by a model that takes none, naming those that do', () => {
    const none = planOf('gpt-5.4', { tools: null });
    const others = ['claude-haiku-4-5', 'nova-pro'].map((id) => planOf(id).model);
    expect(refusalOf(TOOLS, none, [none.model, ...others])).toEqual([
      {
        pointer: '/models/0',
        code: 'tools_unsupported',
        message: 'gpt-5.4 takes no tools; these do: claude-haiku-4-5, nova-pro',
      },
    ]);
    expect(refusalOf(TOOLS, none, [none.model])).toMatchObject([
      { message: expect.stringContaining('no model here does') },
    ]);
  });

  test('are refused where a call is forced and cannot be', () => {
    const forced: Tools = { ...TOOLS, choice: { name: 'look' } };
    expect(refusalOf(forced, planOf('deepseek-v4-pro'), [])).toMatchObject([{ pointer: '/tools/choice' }]);
    expect(refusalOf(forced, planOf('gpt-5.4'), [])).toBeUndefined();
  });

  test('lose what the provider does not take, each with a warning', () => {
    const { tools, warnings } = fitTools(TOOLS, planOf('nova-pro'));
    expect(tools).toEqual({ functions: [{ name: 'look', strict: false }], choice: 'auto', parallel: true });
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/tools/parallel', '/tools/choice', '/tools']);
    expect(fitTools(TOOLS, planOf('gpt-5.4'))).toEqual({ tools: TOOLS, warnings: [] });
  });

  test('are taken by every model of the manifests', () => {
    expect(registry.entries.filter(({ model }) => model.tools === null)).toEqual([]);
  });
});
