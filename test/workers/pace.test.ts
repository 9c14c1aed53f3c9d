import { expect, it } from 'vitest';
import { createPace } from '../../core/workers/pace.ts';

it('lets accounts go on in turn, however many callers one of them brings first', async () => {
  const turns: (() => void)[] = [];
  const pace = createPace(2, (turn) => void turns.push(turn));
  const gone: string[] = [];
  const call = (accountId: number, name: string): void =>
    void pace(accountId).then(() => void gone.push(name));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) call(1, name);
  call(2, 'b1');
  call(3, 'c1');
  const turn = async (): Promise<readonly string[]> => {
    turns.shift()?.();
    await Promise.resolve();
    return gone.splice(0);
  };
  expect(await turn()).toEqual(['a1', 'b1']);
  expect(await turn()).toEqual(['c1', 'a2']);
  call(2, 'b2');
  expect(await turn()).toEqual(['a3', 'b2']);
  expect(await turn()).toEqual(['a4', 'a5']);
  expect(turns).toEqual([]);
  call(1, 'a6');
  expect(await turn()).toEqual(['a6']);
  expect(turns).toEqual([]);
});

it('counts the cost of each caller, so that many cheap ones go on in one turn', async () => {
  const turns: (() => void)[] = [];
  const pace = createPace(10, (turn) => void turns.push(turn));
  const gone: number[] = [];
  for (const cost of [3, 3, 3, 3, 8, 8]) void pace(1, cost).then(() => void gone.push(cost));
  const turn = async (): Promise<readonly number[]> => {
    turns.shift()?.();
    await Promise.resolve();
    return gone.splice(0);
  };
  expect(await turn()).toEqual([3, 3, 3, 3]);
  expect(await turn()).toEqual([8, 8]);
});
