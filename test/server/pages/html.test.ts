// HTML templates: any text is escaped.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { html, importMap, styleElement } from '../../../src/server/pages/html.ts';

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text that a browser reads from escaped text or from a quoted attribute value. */
function asRead(written: string): string {
  return written.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity);
}

describe('html', () => {
  test('escapes any text, so that it opens no tag, ends no attribute, and is read unchanged', () => {
    const hostile = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...`<>&"'/a;=l t#39`) }));
    fc.assert(
      fc.property(hostile, (text) => {
        const { text: written } = html`${text}`;
        expect(written).not.toMatch(/[<>"']/);
        expect(asRead(written)).toBe(text);
      }),
    );
  });

  test.each([
    ['a text', html`<b>${'<i>'}</b>`, '<b>&lt;i&gt;</b>'],
    ['a text that is already escaped', html`${'&lt;'}`, '&amp;lt;'],
    ['a number', html`${7}`, '7'],
    ['HTML', html`<p>${html`<b>${'&'}</b>`}</p>`, '<p><b>&amp;</b></p>'],
    ['a list', html`<ul>${['<', html`<li>`]}</ul>`, '<ul>&lt;<li></ul>'],
    ['nothing', html`<p>${undefined}</p>`, '<p></p>'],
  ])('writes %s', (_, { text }, expected) => {
    expect(text).toBe(expected);
  });
});

describe('a style sheet in a page', () => {
  test('is unchanged', () => {
    expect(styleElement("a::after { content: '>'; }").text).toBe("<style>a::after { content: '>'; }</style>");
  });

  test('cannot contain its end tag', () => {
    expect(() => styleElement('</style><script>')).toThrow('cannot hold "</"');
  });
});

test('an import map cannot contain its end tag', () => {
  expect(importMap('{"imports":{}}').text).toBe('<script type="importmap">{"imports":{}}</script>');
  expect(() => importMap('{"imports":{"a":"</script>"}}')).toThrow('cannot hold');
});
