import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeMarkup } from '../../core/report/tree-markup.ts';
import { tree } from '../../core/report/tree.ts';
import { cases } from '../support/whole-run.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#13;': '\r',
};

/** Reads a text back as a parser does. */
function unescaped(markup: string): string {
  return markup.replaceAll(/&[a-z0-9#]+;/g, (entity) => ENTITIES[entity] ?? 'unknown');
}

// oxlint-disable-next-line no-control-regex -- what markup cannot hold
const UNWRITABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function writable(text: string): string {
  return text.toWellFormed().replaceAll(UNWRITABLE, '\uFFFD');
}

describe('a tree as markup', () => {
  it('leaves no text and no value as markup, and loses nothing that can be written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, value) => {
        const markup = treeMarkup(tree('p', { title: value }, text));
        const parts = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/su.exec(markup);
        expect(parts).not.toBeNull();
        expect(unescaped(parts?.[1] ?? '')).toBe(writable(value));
        expect(unescaped(parts?.[2] ?? '')).toBe(writable(text));
      }),
      { numRuns: cases(200) },
    );
  });

  it('closes every element but void ones', () => {
    const node = tree('p', { hidden: true, id: undefined, lang: false, tabindex: 0 }, tree('br'), 'x');
    expect(treeMarkup(node)).toBe('<p hidden="" tabindex="0"><br>x</p>');
    expect(treeMarkup(tree('pre', {}, '\nfirst'))).toBe('<pre>\n\nfirst</pre>');
  });

  it.each(['a b', 'x"', '1', '', 'on>', 'é'])('takes no name like %j', (name) => {
    expect(() => treeMarkup(tree(name))).toThrow('is no name');
    expect(() => treeMarkup(tree('p', { [name]: 'x' }))).toThrow('is no name');
  });
});
