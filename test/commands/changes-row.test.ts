import { expect, it } from 'vitest';
import { changesRow } from '../../core/commands/manifests/changes-row.ts';

it('says in words what a reload changed, and leaves out the rest', () => {
  const nothing = { added: [], changed: [], removed: [] };
  const same = { providers: nothing, calibrations: nothing, panels: '+0 ~0 -0', keys: nothing };
  expect(changesRow({ ...same, models: { ...nothing, added: ['a'], changed: ['b', 'c'] } })).toEqual({
    'changed models': '1 added, 2 changed, 0 removed',
  });
  expect(changesRow({ ...same, models: '+0 ~0 -12' })).toEqual({
    'changed models': '0 added, 0 changed, 12 removed',
  });
});
