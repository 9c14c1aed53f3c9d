import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Model, Tools } from '../../../core/contract.ts';
import { GatewayError } from '../../../core/errors.ts';
import type { LongTurn } from '../../../core/pipeline/plan/plan-call.ts';
import type { RequestContext } from '../../../core/pipeline/request-context.ts';
import { fitTools } from '../../../core/pipeline/plan/plan-tools.ts';
import { CallIds } from '../../../core/tools/call-id.ts';
import {
  CARRIED_CHARACTERS,
  openTurns,
  refuseUnfitTools,
} from '../../../core/pipeline/plan/prepare-tools.ts';
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
  const served = {
    entry: plan,
    pointer: '/models/0',
    tuning: {},
    tunedId: plan.model.id,
    warnings: [],
    isRetired: false,
  };
  const registry = { entries: askable.map((model) => ({ model, provider: { id: model.provider } })) };
  const snapshot = { registry, upstream: { connections: { has: () => true } } };
  // The rest of a context is not read.
  const context = { snapshot, account: { models: null } } as unknown as RequestContext;
  try {
    refuseUnfitTools({ ...tools, turns: [] }, [served], context);
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
    const { tools, warnings } = fitTools(TOOLS, planOf('nova-pro').model);
    expect(tools).toEqual({ functions: [{ name: 'look', strict: false }], choice: 'auto', parallel: true });
    expect(warnings.map(({ pointer }) => pointer)).toEqual(['/tools/parallel', '/tools/choice', '/tools']);
    expect(fitTools(TOOLS, planOf('gpt-5.4').model)).toEqual({ tools: TOOLS, warnings: [] });
  });

  test('are taken by every model of the manifests', () => {
    expect(registry.entries.filter(({ model }) => model.tools === null)).toEqual([]);
  });
});

describe('what calls carry', () => {
  const ids = new CallIds(createSecretKey(Buffer.alloc(32, 7)), 1);
  const entry = planOf('claude-haiku-4-5');
  const modelId = entry.model.id;
  const LONG = 60_000;
  /** Short, since repetition is compressed away. */
  const sealedId = (index: number): string =>
    ids.seal(`call_${index}`, modelId, { thinking: `${index}`.padEnd(LONG, 'a') }) ?? '';
  const turnOf = (sent: readonly string[]): LongTurn => ({
    role: 'assistant',
    text: '',
    cacheBreakpoint: false,
    calls: sent.map((id) => ({ id, name: 'look', arguments: '{}' })),
  });
  const open = async (sent: readonly string[]) => {
    let turns = 0;
    const opened = await openTurns([turnOf(sent)], entry, {
      ids,
      budget: { characters: CARRIED_CHARACTERS },
      nextTurn: async () => {
        turns += 1;
      },
    });
    return { ...opened, pauses: turns, carried: opened.turns[0]?.calls?.map(({ carried }) => carried) ?? [] };
  };

  test('counts as text, and comes in turns of the event loop', async () => {
    const { bytes, tokens, pauses, warnings } = await open([sealedId(0), sealedId(1)]);
    expect(bytes).toBeGreaterThan(2 * LONG);
    expect(tokens).toBeGreaterThan(1_000);
    expect(pauses).toBe(2);
    expect(warnings).toEqual([]);
    expect(await open(['call_1', 'call_2'])).toMatchObject({ bytes: 0, tokens: 0 });
  });

  test('is bounded however short the IDs are, and the last calls keep theirs', async () => {
    const sent = Array.from({ length: 200 }, (_, index) => sealedId(index));
    expect(Math.max(...sent.map(({ length }) => length))).toBeLessThan(300);
    const { bytes, carried, warnings } = await open(sent);
    expect(bytes).toBeLessThanOrEqual(524_288);
    expect(carried.map((json) => json !== undefined)).toEqual(sent.map((_, index) => index >= 192));
    expect(warnings).toMatchObject([{ code: 'reasoning_not_carried' }]);
  });

  test('is carried once by an ID that stands twice', async () => {
    const { bytes, carried } = await open([sealedId(0), sealedId(0)]);
    expect(bytes).toBeLessThan(2 * LONG);
    expect(carried[0]).toBeUndefined();
    expect(carried[1]).toBeDefined();
  });
});
