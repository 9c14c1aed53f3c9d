import express, { type Request } from 'express';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prefersAsync, wantsEventStream } from '../../../core/http/read/answer-form.ts';

function prefers(...prefer: readonly string[]): boolean {
  return prefersAsync({ headersDistinct: { prefer: [...prefer] } });
}

function wantsEvents(...accept: readonly string[]): boolean {
  const request = Object.create(express.request) as Request;
  return wantsEventStream(
    Object.assign(request, {
      headers: { accept: accept.join(', ') },
      headersDistinct: { accept: [...accept] },
    }),
  );
}

describe('a client that wants events', () => {
  it('says so in at most 1,024 characters', () => {
    expect(wantsEvents('text/event-stream')).toBe(true);
    expect(wantsEvents('application/json;q=0.5, text/event-stream')).toBe(true);
    expect(wantsEvents('*/*')).toBe(false);
    expect(wantsEvents('text/event-stream', 'a/b,'.repeat(300))).toBe(false);
  });
});

describe('a client that prefers an asynchronous answer', () => {
  it.each([
    'respond-async',
    'wait=10, Respond-Async',
    'respond-async; a=b',
    String.raw`x="a\"b", respond-async`,
    String.raw`x="\\", respond-async`,
  ])('says so with %s', (list) => expect(prefers(list)).toBe(true));

  it.each([
    '',
    'respond-asynchronously',
    'x="a, respond-async"',
    String.raw`x="\", respond-async"`,
    'x="never closed, respond-async',
    String.raw`x="never closed, respond-async, \ `.trimEnd(),
  ])('does not with %s', (list) => expect(prefers(list)).toBe(false));

  it('says so in any of several headers', () => {
    expect(prefers('wait=10', 'respond-async')).toBe(true);
  });

  it('says so in at most 1,024 characters', () => {
    const padded = (characters: number): string => `respond-async, x=${'y'.repeat(characters - 17)}`;
    expect(prefers(padded(1_024))).toBe(true);
    expect(prefers(padded(1_025))).toBe(false);
    expect(prefers('respond-async', 'y'.repeat(1_012))).toBe(false);
  });

  it('says so wherever quoted values are, whatever is in them', () => {
    const quoted = fc.string({
      unit: fc.constantFrom('"', '\\', ',', ' ', 'a', 'respond-async'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.array(quoted, { maxLength: 5 }), fc.nat(5), fc.boolean(), (texts, place, asks) => {
        const others = texts.map((text) => `x="${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`);
        const list = asks ? others.toSpliced(place, 0, 'respond-async') : others;
        const header = list.join(', ');
        expect(prefers(header)).toBe(asks && header.length <= 1_024);
      }),
    );
  });
});
