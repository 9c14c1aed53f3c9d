import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Base64Slot, type Json, type WireBody } from '../../core/contract.ts';
import { mergeTurns, setFields, joinSystem, withoutBlank } from '../../plugins/shared/wire-body.ts';
import { member } from '../../plugins/shared/read-reply.ts';
import { readToolInput } from '../../plugins/shared/tools.ts';
import { block, file, turn } from '../../core/plugin-check/sample-entry.ts';

const set = (body: WireBody, ...fields: readonly (readonly [string, Json])[]) =>
  setFields(body, new Map(fields));

describe('setFields', () => {
  test('makes missing objects, keeps existing members, and does not change its input', () => {
    const body = { a: { b: 1 } };
    expect(set(body, ['/a/c', 2], ['/d/e/f', [3]], ['/a/b', { g: 4 }], ['/a/b/h', 5])).toEqual({
      a: { b: { g: 4, h: 5 }, c: 2 },
      d: { e: { f: [3] } },
    });
    expect(body).toEqual({ a: { b: 1 } });
  });

  test('adds a list to one that is there', () => {
    expect(set({ tools: [1] }, ['/tools', [2, 3]], ['/other', [4]])).toEqual({
      tools: [1, 2, 3],
      other: [4],
    });
    expect(set({ tools: 'x' }, ['/tools', [2]])).toEqual({ tools: [2] });
  });

  test('reads the two escapes of RFC 6901', () => {
    expect(set({}, ['/a~1b', 1], ['/c~0d', 2], ['/e~01f', 3])).toEqual({ 'a/b': 1, 'c~d': 2, 'e~1f': 3 });
  });

  test('a pointer reaches no prototype', () => {
    const body = set({}, ['/__proto__/polluted', true], ['/constructor/prototype/polluted', true]);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(body)).toEqual(['__proto__', 'constructor']);
  });

  test.each<readonly [string, WireBody]>([
    ['a list', { a: [1] }],
    ['a text', { a: 'x' }],
    ['null', { a: null }],
    ['a file', { a: new Base64Slot(file('f', 'image/png')) }],
  ])('refuses to lead through %s, naming the pointer', (_what, body) => {
    expect(() => set(body, ['/a/b', 1])).toThrow(/\/a\/b/);
  });
});

describe('member', () => {
  test('steps through own members only', () => {
    const value = { list: [{ name: 'x' }], text: 'abc' };
    expect(member(value, 'list', '0', 'name')).toBe('x');
    expect(member(value, 'list', '1', 'name')).toBeUndefined();
    expect(member(value, 'text', 'length')).toBeUndefined();
    expect(member(value, 'constructor')).toBeUndefined();
    expect(member(null, 'a')).toBeUndefined();
  });
});

describe('text blocks', () => {
  test('a breakpoint on a blank block moves back, past other blank ones', () => {
    const blocks = [block('a'), block('b'), block(' '), block('\n', true), block('c')];
    expect(withoutBlank(blocks)).toEqual([block('a'), block('b', true), block('c')]);
    expect(withoutBlank([block(' ', true), block('a')])).toEqual([block('a')]);
  });

  test('joined with a blank line, unchanged otherwise', () => {
    expect(joinSystem([block(' a '), block(''), block('b\n')])).toBe(' a \n\nb\n');
    expect(joinSystem([])).toBeUndefined();
    expect(joinSystem([block(' ')])).toBeUndefined();
  });
});

describe('mergeTurns', () => {
  const role = fc.constantFrom('user' as const, 'assistant' as const);
  const turns = fc.array(
    fc.record({ role, text: fc.constantFrom('', ' ', 'a', 'b'), cacheBreakpoint: fc.boolean() }),
    { maxLength: 12 },
  );

  test('roles alternate, and the texts that are not blank keep their order', () => {
    fc.assert(
      fc.property(turns, (history) => {
        const all = [...history, turn('user', 'The question.')];
        const messages = mergeTurns(all);
        for (const [index, message] of messages.entries()) {
          expect(message.role).not.toBe(messages[index - 1]?.role);
          for (const one of message.turns) expect(one.role).toBe(message.role);
        }
        const visibleTexts = all.filter(({ text }) => text.trim() !== '').map(({ text }) => text);
        expect(messages.flatMap((message) => message.turns.map(({ text }) => text))).toEqual(visibleTexts);
      }),
    );
  });

  test('the last turn stays even when it is blank', () => {
    expect(mergeTurns([turn('user', ' ')])).toEqual([{ role: 'user', turns: [turn('user', ' ')] }]);
  });
});

describe('schemas', () => {
  test.each([[null], [[]], ['x'], [undefined]])('a tool’s input is an object, not %j', (input) => {
    expect(readToolInput(input)).toBeUndefined();
  });
});
