import { PassThrough } from 'node:stream';
import { describe, expect, it, test } from 'vitest';
import { oneOf, orNone, wholeNumber } from '../../core/commands/model/answer-checks.ts';
import { openTerminal, type Terminal } from '../../core/commands/model/ask.ts';
import { collectAnswers, type Question } from '../../core/commands/model/collect-answers.ts';

const QUESTIONS: readonly Question[] = [
  { option: 'colour', asks: 'Colour', check: oneOf(['red', 'blue']) },
  {
    option: 'depth',
    asks: 'Depth',
    applies: (answers) => answers.get('colour') === 'blue',
    check: wholeNumber(1, 10),
  },
  {
    option: 'size',
    asks: 'Size',
    fallback: (answers) => (answers.get('colour') === 'red' ? '3' : '5'),
    check: wholeNumber(1, 9),
  },
  {
    option: 'name',
    asks: 'Name',
    offers: () => Promise.resolve(['anna', 'bert']),
    fallback: () => undefined,
    check: orNone(oneOf(['anna', 'bert'])),
  },
];

function flags(given: Readonly<Record<string, string>>): (option: string) => string | undefined {
  return (option) => given[option];
}

interface Person {
  readonly terminal: Terminal;
  readonly heard: string[];
  closed: boolean;
}

/** Says what is written for them, in order. */
function person(...says: readonly string[]): Person {
  const waiting = [...says];
  const heard: string[] = [];
  const made: Person = {
    heard,
    closed: false,
    terminal: {
      say: (text) => void heard.push(text),
      ask(prompt) {
        heard.push(prompt);
        const next = waiting.shift();
        return next === undefined ? Promise.reject(new Error('nothing more to say')) : Promise.resolve(next);
      },
      close() {
        made.closed = true;
      },
    },
  };
  return made;
}

const nobody = (): undefined => undefined;
const unasked = (): never => {
  throw new Error('nobody may be asked');
};

describe('answers from flags', () => {
  it('take defaults that depend on the others, and ask nobody', async () => {
    const answers = await collectAnswers(QUESTIONS, flags({ colour: 'red', name: 'anna' }), unasked);
    expect([...answers]).toEqual([
      ['colour', 'red'],
      ['size', '3'],
      ['name', 'anna'],
    ]);
  });

  it.each<[Readonly<Record<string, string>>, RegExp]>([
    [{ colour: 'green', name: 'anna' }, /^ArgumentError: --colour must be one of: red, blue$/],
    [{ colour: 'blue', depth: '11', name: 'anna' }, /--depth must be a whole number from 1 to 10/],
    [
      { colour: 'red', depth: '2', name: 'anna' },
      /--depth says nothing beside the other options; leave it out/,
    ],
    [{ colour: 'red', name: 'carl' }, /--name must be one of: anna, bert, or none/],
    [{}, /^ArgumentError: --colour, --name are missing; give them.*\n--name may be one of: anna, bert$/],
    [{ colour: 'blue', name: 'anna' }, /^ArgumentError: --depth is missing; give them/],
  ])('%j are refused, with what would be right', async (given, message) => {
    const error: unknown = await collectAnswers(QUESTIONS, flags(given), nobody).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toMatch(message);
  });
});

describe('answers from a person', () => {
  it('are asked for where a flag is missing, all that was not given', async () => {
    const { terminal, heard } = person('blue', '4', '', 'anna');
    const answers = await collectAnswers(QUESTIONS, flags({}), () => terminal);
    expect(Object.fromEntries(answers)).toEqual({ colour: 'blue', depth: '4', size: '5', name: 'anna' });
    expect(heard).toEqual([
      'Enter takes what stands in [brackets].\n',
      'Colour: ',
      'Depth: ',
      'Size [5]: ',
      '  anna\n',
      '  bert\n',
      'Name: ',
    ]);
  });

  it('are asked again where they are wrong or empty, with what is wrong', async () => {
    const asked = person('green', '', ' red ', '77', '7', 'none');
    const answers = await collectAnswers(QUESTIONS, flags({}), () => asked.terminal);
    expect(Object.fromEntries(answers)).toEqual({ colour: 'red', size: '7', name: 'none' });
    expect(asked.heard).toContain('  This must be one of: red, blue.\n');
    expect(asked.heard).toContain('  This must be answered.\n');
    expect(asked.closed).toBe(true);
  });

  it('are asked again where they do not fit together, and the others stay', async () => {
    const asked = person('red', '8', 'anna', '9', '2');
    const answers = await collectAnswers(
      QUESTIONS,
      flags({}),
      () => asked.terminal,
      (given) => new Map(Number(given.get('size')) > 3 ? [['size', 'is too much for anna']] : []),
    );
    expect(Object.fromEntries(answers)).toEqual({ colour: 'red', size: '2', name: 'anna' });
    expect(asked.heard.filter((line) => line.includes('too much'))).toHaveLength(2);
  });

  it('are not asked for where a flag gives them; a flag that does not fit is refused', async () => {
    const { terminal, heard } = person('', 'anna');
    await collectAnswers(QUESTIONS, flags({ colour: 'red' }), () => terminal);
    expect(heard).not.toContain('Colour: ');
    const asked = person('red');
    await expect(collectAnswers(QUESTIONS, flags({ depth: '3' }), () => asked.terminal)).rejects.toThrow(
      /--depth says nothing/,
    );
    expect(asked.closed).toBe(true);
  });

  it('end after twenty wrong ones', async () => {
    const asked = person(...Array.from({ length: 40 }, () => 'green'));
    await expect(collectAnswers(QUESTIONS, flags({}), () => asked.terminal)).rejects.toThrow(
      /--colour was not answered/,
    );
    expect(asked.heard.filter((line) => line === 'Colour: ')).toHaveLength(20);
  });

  it('take the only name that is offered', async () => {
    const only: Question = {
      option: 'one',
      asks: 'One',
      offers: () => Promise.resolve(['a']),
      check: () => undefined,
    };
    const { terminal, heard } = person('');
    expect([...(await collectAnswers([only], flags({}), () => terminal))]).toEqual([['one', 'a']]);
    expect(heard).toContain('One [a]: ');
  });
});

describe('a terminal', () => {
  const seat = (
    isTTY: boolean,
  ): { input: PassThrough & { isTTY: boolean }; output: PassThrough & { isTTY: boolean } } => ({
    input: Object.assign(new PassThrough(), { isTTY }),
    output: Object.assign(new PassThrough(), { isTTY }),
  });

  test('is there only where somebody can answer', () => {
    const [typed, piped] = [seat(true), seat(false)];
    expect(openTerminal(piped)).toBeUndefined();
    expect(openTerminal({ input: typed.input, output: piped.output })).toBeUndefined();
    const terminal = openTerminal(typed);
    expect(terminal).toBeDefined();
    terminal?.close();
  });

  test('asks and hears', async () => {
    const { input, output } = seat(true);
    const terminal = openTerminal({ input, output });
    const answer = terminal?.ask('Colour: ');
    input.write('red\n');
    expect(await answer).toBe('red');
    expect(String(output.read())).toContain('Colour: ');
    terminal?.close();
  });

  test('keeps lines that come before they are asked for, as from a paste', async () => {
    const { input, output } = seat(true);
    const terminal = openTerminal({ input, output });
    const first = terminal?.ask('One: ');
    input.write('a\n\nc\n');
    expect(await first).toBe('a');
    expect(await terminal?.ask('Two: ')).toBe('');
    expect(await terminal?.ask('Three: ')).toBe('c');
    input.end('last\n');
    expect(await terminal?.ask('Four: ')).toBe('last');
    await expect(terminal?.ask('Five: ')).rejects.toThrow('stopped before the last question');
  });

  test('that ends does not leave a question open', async () => {
    const { input, output } = seat(true);
    const terminal = openTerminal({ input, output });
    const answer = terminal?.ask('Colour: ');
    input.end();
    await expect(answer).rejects.toThrow('stopped before the last question; nothing was written');
  });
});
