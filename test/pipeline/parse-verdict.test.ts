import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseVerdict } from '../../core/pipeline/parse-verdict.ts';

const reply = (verdict: string, extra: object = {}): string =>
  JSON.stringify({
    first_notes: 'n',
    second_notes: 'n',
    reasoning: 'because',
    verdict,
    confidence: 0.8,
    ...extra,
  });

describe('parseVerdict', () => {
  it.each(['first', 'second', 'tie'] as const)('reads %s', (verdict) => {
    expect(parseVerdict(reply(verdict))).toEqual({ verdict, confidence: 0.8, reasoning: 'because' });
  });

  it.each([
    ['a fence', `\`\`\`json\n${reply('first')}\n\`\`\``],
    ['a fence with prose', `Sure.\n\`\`\`\n${reply('first')}\n\`\`\`\nDone.`],
    ['prose around', `I think {this} settles it: ${reply('first')} — so be it.`],
    ['another object beside it', `{"scratch": 1}\n${reply('first')}`],
  ])('reads it from %s', (_name, text) => {
    expect(parseVerdict(text)?.verdict).toBe('first');
  });

  it.each([
    ['nothing', ''],
    ['prose that names a winner', 'The first answer is better. 1'],
    ['two verdicts that differ', `${reply('first')} ${reply('second')}`],
    ['two verdicts that agree', `${reply('first')} ${reply('first')}`],
    ['two fenced verdicts', `\`\`\`\n${reply('first')}\n\`\`\`\n\`\`\`\n${reply('tie')}\n\`\`\``],
    ['a truncation', reply('first').slice(0, -20)],
    ['an unknown word', reply('FIRST')],
    ['a number', '{"verdict": 1}'],
    ['an array', `[${reply('first')}, ${reply('first')}]`],
    ['a list of winners', '{"verdict": ["first"]}'],
    ['null', 'null'],
  ])('finds none in %s', (_name, text) => {
    expect(parseVerdict(text)).toBeUndefined();
  });

  it.each([
    [-0.1, null],
    [1.1, null],
    ['high', null],
    [1, 1],
    [0, 0],
  ])('takes confidence %j as %j', (confidence, expected) => {
    expect(parseVerdict(reply('tie', { confidence }))?.confidence).toBe(expected);
  });

  it('never throws and never invents a verdict', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes('verdict'));
        expect(parseVerdict(text)).toBeUndefined();
      }),
    );
  });
});
