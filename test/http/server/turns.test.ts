import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from '../../../core/http/server/turns.ts';

it('so many go on in a turn, in the order in which they asked', async () => {
  const inTurn = createTurns(2);
  const gone: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) inTurn(() => gone.push(name));
  expect(gone).toEqual([]);
  const seen: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    seen.push(gone.join(''));
  }
  expect(seen).toEqual(['ab', 'abcd', 'abcde']);
});

it('one that asks again goes behind the others, in a later turn', async () => {
  const inTurn = createTurns(2);
  const gone: string[] = [];
  const again = (): void => {
    gone.push('again');
    if (gone.length < 4) inTurn(again);
  };
  inTurn(again);
  inTurn(() => gone.push('other'));
  inTurn(() => gone.push('last'));
  await nextTurn();
  expect(gone).toEqual(['again', 'other']);
  await nextTurn();
  expect(gone).toEqual(['again', 'other', 'last', 'again']);
});
