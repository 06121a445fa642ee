// Whatever text is put into HTML stays text.

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

/** What a browser reads where `written` stands as text or as a quoted attribute value. */
function asRead(written: string): string {
  return written.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity);
}

describe('html', () => {
  test('keeps any text from opening a tag, leaving an attribute or being read as something else', () => {
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
    ['a text that is escaped already', html`${'&lt;'}`, '&amp;lt;'],
    ['a number', html`${7}`, '7'],
    ['HTML', html`<p>${html`<b>${'&'}</b>`}</p>`, '<p><b>&amp;</b></p>'],
    ['a list', html`<ul>${['<', html`<li>`]}</ul>`, '<ul>&lt;<li></ul>'],
    ['nothing', html`<p>${undefined}</p>`, '<p></p>'],
  ])('writes %s', (_, { text }, expected) => {
    expect(text).toBe(expected);
  });
});

describe('a style sheet inside a page', () => {
  test('stays as it is', () => {
    expect(styleElement("a::after { content: '>'; }").text).toBe("<style>a::after { content: '>'; }</style>");
  });

  test('cannot be one that would end early', () => {
    expect(() => styleElement('</style><script>')).toThrow('cannot hold "</"');
  });
});

test('an import map cannot end before its end', () => {
  expect(importMap('{"imports":{}}').text).toBe('<script type="importmap">{"imports":{}}</script>');
  expect(() => importMap('{"imports":{"a":"</script>"}}')).toThrow('cannot hold');
});
