// XML, parsed and written by the schema.

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { xml } from '../../../../src/server/codec/formats/xml.ts';
import { content } from '../../../support/content.ts';
import { checkProperty } from '../../../support/runs.ts';

const TYPE = 'application/xml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const { read, write } = xml({ values: 50_000, limit: 10_000_000 });

const pet = {
  type: 'object',
  xml: { name: 'pet' },
  properties: {
    id: { type: 'integer', xml: { attribute: true } },
    name: { type: 'string' },
    tags: { type: 'array', items: { $ref: '#/components/schemas/tag' } },
    good: { type: 'boolean' },
  },
};
const schemas = {
  pet,
  Plain: { type: 'object', properties: { a: { type: 'integer' } } },
  Bare: {
    type: 'object',
    xml: { nodeType: 'none' },
    properties: { content: { type: 'string', xml: { nodeType: 'cdata' } } },
  },
  Endless: {
    type: 'object',
    properties: {
      left: { $ref: '#/components/schemas/Endless', xml: { nodeType: 'none' } },
      right: { $ref: '#/components/schemas/Endless', xml: { nodeType: 'none' } },
      value: { type: 'integer' },
    },
  },
  tag: { type: 'object', properties: { label: { type: 'string' } }, xml: { name: 'tag' } },
  tree: {
    type: 'object',
    xml: { name: 'tree' },
    properties: { kind: { type: 'string' }, branches: { type: 'array', items: { $ref: '#/components/schemas/tree' } } },
  },
};
const nested = (levels: number) => '<pet>'.repeat(levels) + '</pet>'.repeat(levels);
const list = (own: object, items: object) => ({
  type: 'object',
  xml: { name: 'zoo' },
  properties: { animals: { type: 'array', ...own, items: { type: 'string', ...items } } },
});

const mustHave = (own: object) => ({
  type: 'object',
  required: ['tags'],
  properties: { tags: { type: 'array', items: { type: 'string' }, ...own } },
});

/** An object with a CDATA section. */
const sectioned = (properties: object) => ({
  type: 'object',
  xml: { name: 'doc' },
  properties: { content: { type: 'string', xml: { nodeType: 'cdata' } }, ...properties },
});
const embedding = (own: object) => ({
  type: 'object',
  xml: { name: 'doc' },
  properties: {
    title: { type: 'string' },
    meta: {
      type: 'object',
      xml: own,
      properties: {
        by: { type: 'string', xml: { nodeType: 'attribute' } },
        tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } } },
        text: { type: 'string', xml: { nodeType: 'text' } },
      },
    },
  },
});
const ordered = (name: string, prefixItems: readonly object[]) => ({
  type: 'array',
  xml: { nodeType: 'element', name },
  prefixItems,
});
const ENDLESS = { $ref: '#/components/schemas/Endless' };
const NIL = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"';

describe('a value and its XML:', () => {
  // The lists are those of the specification (OpenAPI 3.0.3, section 4.7.26.2).
  test.each<[string, unknown, unknown, string]>([
    ['an object', pet, { id: 7, name: 'Resi', good: true }, '<pet id="7"><name>Resi</name><good>true</good></pet>'],
    ['an empty object', pet, {}, '<pet/>'],
    [
      'a list of objects',
      pet,
      { tags: [{ label: 'a' }, { label: 'b' }] },
      '<pet><tag><label>a</label></tag><tag><label>b</label></tag></pet>',
    ],
    [
      'special characters',
      pet,
      { name: '<a> & "b"\t\r' },
      '<pet><name>&lt;a&gt; &amp; &quot;b&quot;&#9;&#13;</name></pet>',
    ],
    [
      'special characters in an attribute',
      { type: 'object', xml: { name: 'a' }, properties: { b: { type: 'string', xml: { attribute: true } } } },
      { b: '"<&\'' },
      '<a b="&quot;&lt;&amp;\'"/>',
    ],
    ['spaces', pet, { name: '  Resi ' }, '<pet><name>  Resi </name></pet>'],
    ['an unwrapped list', list({}, {}), { animals: ['a', 'b'] }, '<zoo><animals>a</animals><animals>b</animals></zoo>'],
    [
      'an unwrapped list with a name for its items',
      list({}, { xml: { name: 'animal' } }),
      { animals: ['a'] },
      '<zoo><animal>a</animal></zoo>',
    ],
    [
      'an unwrapped list with its own name',
      list({ xml: { name: 'aliens' } }, { xml: { name: 'animal' } }),
      { animals: ['a'] },
      '<zoo><animal>a</animal></zoo>',
    ],
    [
      'a wrapped list',
      list({ xml: { wrapped: true } }, {}),
      { animals: ['a', 'b'] },
      '<zoo><animals><animals>a</animals><animals>b</animals></animals></zoo>',
    ],
    [
      'a wrapped list with names',
      list({ xml: { name: 'aliens', wrapped: true } }, { xml: { name: 'animal' } }),
      { animals: ['a'] },
      '<zoo><aliens><animal>a</animal></aliens></zoo>',
    ],
    [
      'a wrapped list with one name',
      list({ xml: { name: 'aliens', wrapped: true } }, {}),
      { animals: ['a'] },
      '<zoo><aliens><aliens>a</aliens></aliens></zoo>',
    ],
    ['an empty wrapped list', list({ xml: { wrapped: true } }, {}), { animals: [] }, '<zoo><animals/></zoo>'],
    [
      'a list as the root',
      { type: 'array', items: { $ref: '#/components/schemas/pet' } },
      [{ id: 1 }, { id: 2 }],
      '<items><pet id="1"/><pet id="2"/></items>',
    ],
    [
      'a list with a name as the root',
      { type: 'array', xml: { name: 'pets', wrapped: true }, items: { type: 'integer' } },
      [1, 2],
      '<pets><item>1</item><item>2</item></pets>',
    ],
    [
      'an object that is declared as an attribute, which is not possible',
      {
        type: 'object',
        xml: { name: 'grant' },
        properties: { to: { type: 'object', xml: { attribute: true }, properties: { id: { type: 'string' } } } },
      },
      { to: { id: 'a' } },
      '<grant><to><id>a</id></to></grant>',
    ],
    [
      'names with a prefix in them',
      {
        type: 'object',
        xml: { name: 'x:grant' },
        properties: {
          kind: { type: 'string', xml: { name: 'x:kind' } },
          ids: { type: 'array', items: { type: 'string', xml: { name: 'x:id' } } },
          own: { type: 'string', xml: { name: 'x:own', attribute: true } },
          more: { type: 'array', xml: { wrapped: true }, items: { type: 'string', xml: { name: 'x:one' } } },
        },
      },
      { own: 'b', kind: 'a', ids: ['c', 'd'], more: ['e'] },
      '<x:grant x:own="b"><x:kind>a</x:kind><x:id>c</x:id><x:id>d</x:id><more><x:one>e</x:one></more></x:grant>',
    ],
    ['a named schema', { $ref: '#/components/schemas/Plain' }, { a: 1 }, '<Plain><a>1</a></Plain>'],
    [
      'a name next to a reference',
      { $ref: '#/components/schemas/Plain', xml: { name: 'x' } },
      { a: 1 },
      '<x><a>1</a></x>',
    ],
    [
      'a composed schema',
      {
        allOf: [{ $ref: '#/components/schemas/Plain' }, { type: 'object', properties: { b: { type: 'boolean' } } }],
        xml: { name: 'c' },
      },
      { a: 1, b: false },
      '<c><a>1</a><b>false</b></c>',
    ],
    [
      'recursion',
      { $ref: '#/components/schemas/tree' },
      { kind: 'a', branches: [{ kind: 'b', branches: [{ kind: 'c' }] }] },
      '<tree><kind>a</kind><tree><kind>b</kind><tree><kind>c</kind></tree></tree></tree>',
    ],
    [
      'a namespace',
      {
        type: 'object',
        xml: { name: 'a', prefix: 'p', namespace: 'urn:p' },
        properties: { b: { type: 'integer', xml: { prefix: 'p' } } },
      },
      { b: 1 },
      '<p:a xmlns:p="urn:p"><p:b>1</p:b></p:a>',
    ],
    [
      'a namespace without a prefix',
      { type: 'object', xml: { name: 'a', namespace: 'urn:p' }, properties: {} },
      {},
      '<a xmlns="urn:p"/>',
    ],
    [
      'text beside attributes',
      {
        type: 'object',
        xml: { name: 'a' },
        properties: {
          lang: { type: 'string', xml: { nodeType: 'attribute' } },
          text: { type: 'string', xml: { nodeType: 'text' } },
        },
      },
      { lang: 'de', text: 'x' },
      '<a lang="de">x</a>',
    ],
    [
      'a CDATA section',
      sectioned({}),
      { content: '<p>a ]]> b\rc</p>' },
      '<doc><![CDATA[<p>a ]]]]><![CDATA[> b]]>&#13;<![CDATA[c</p>]]></doc>',
    ],
    [
      'a CDATA section beside text, an attribute and an element',
      sectioned({
        note: { type: 'string', xml: { nodeType: 'text' } },
        lang: { type: 'string', xml: { nodeType: 'attribute' } },
        size: { type: 'integer' },
      }),
      { note: 'see <a>', lang: 'de', content: '<p/>', size: 7 },
      '<doc lang="de">see &lt;a&gt;<![CDATA[<p/>]]><size>7</size></doc>',
    ],
    [
      'an object without an element of its own',
      embedding({ nodeType: 'none' }),
      { title: 'a', meta: { by: 'Ann', tags: ['x', 'y'], text: 'b' } },
      '<doc by="Ann"><title>a</title><tag>x</tag><tag>y</tag>b</doc>',
    ],
    [
      'objects without elements of their own inside of each other',
      {
        type: 'object',
        xml: { name: 'a' },
        properties: {
          b: {
            type: 'object',
            xml: { nodeType: 'none' },
            properties: {
              c: { type: 'object', xml: { nodeType: 'none' }, properties: { d: { type: 'integer' } } },
              e: { type: 'integer' },
            },
          },
        },
      },
      { b: { c: { d: 1 }, e: 2 } },
      '<a><d>1</d><e>2</e></a>',
    ],
    [
      'a text without an element of its own',
      { type: 'object', xml: { name: 'a' }, properties: { b: { type: 'integer', xml: { nodeType: 'none' } } } },
      { b: 7 },
      '<a>7</a>',
    ],
    [
      'a list whose items are attributes and text',
      {
        type: 'array',
        xml: { nodeType: 'element', name: 'animals' },
        items: {
          type: 'object',
          xml: { name: 'animal' },
          properties: {
            kind: { type: 'string', xml: { nodeType: 'attribute' } },
            name: { type: 'string', xml: { nodeType: 'text' } },
          },
        },
      },
      [
        { kind: 'Cat', name: 'Fluffy' },
        { kind: 'Dog', name: 'Fido' },
      ],
      '<animals><animal kind="Cat">Fluffy</animal><animal kind="Dog">Fido</animal></animals>',
    ],
    [
      'a list as an element',
      list({ xml: { nodeType: 'element', name: 'aliens' } }, { xml: { name: 'animal' } }),
      { animals: ['a', 'b'] },
      '<zoo><aliens><animal>a</animal><animal>b</animal></aliens></zoo>',
    ],
    [
      'a list without an element of its own',
      list({ xml: { nodeType: 'none', name: 'aliens' } }, {}),
      { animals: ['a', 'b'] },
      '<zoo><animals>a</animals><animals>b</animals></zoo>',
    ],
    [
      'elements in an order',
      ordered('OneTwoThree', [
        { type: 'string', xml: { name: 'One' } },
        {
          type: 'object',
          xml: { name: 'Two' },
          properties: {
            unit: { type: 'string', xml: { nodeType: 'attribute' } },
            value: { type: 'number', xml: { nodeType: 'text' } },
          },
        },
        { type: ['boolean', 'null'], xml: { name: 'Three' } },
      ]),
      ['Some text', { unit: 'cubits', value: 42 }, null],
      `<OneTwoThree><One>Some text</One><Two unit="cubits">42</Two><Three ${NIL}/></OneTwoThree>`,
    ],
    [
      'texts and elements in an order',
      ordered('Report', [
        { type: 'string', xml: { nodeType: 'text' } },
        { type: 'number', xml: { name: 'data' } },
        { type: 'string', xml: { nodeType: 'cdata' } },
      ]),
      ['Before. ', 42, ' After.'],
      '<Report>Before. <data>42</data><![CDATA[ After.]]></Report>',
    ],
    [
      'null',
      {
        type: 'object',
        required: ['count', 'related'],
        xml: { name: 'product' },
        properties: {
          count: { type: ['number', 'null'], xml: { nodeType: 'attribute' } },
          rating: { type: ['number', 'null'], xml: { nodeType: 'attribute' } },
          related: { type: ['object', 'null'] },
        },
      },
      { count: null, related: null },
      `<product><related ${NIL}/></product>`,
    ],
    [
      'an element at a reference to a schema without one',
      { $ref: '#/components/schemas/Bare', xml: { nodeType: 'element', name: 'Stored' } },
      { content: '<html/>' },
      '<Stored><![CDATA[<html/>]]></Stored>',
    ],
    [
      'an undeclared property',
      pet,
      { name: 'R', other: { more: ['1', '2'] } },
      '<pet><name>R</name><other><more>1</more><more>2</more></other></pet>',
    ],
    ['a number', { type: 'number', xml: { name: 'n' } }, 1.5, '<n>1.5</n>'],
  ])('%s', async (_, schema, value, text) => {
    const given = content(TYPE, schema, { schemas });
    expect(write(value, given)).toBe(DECLARATION + text);
    expect(await read(Buffer.from(text), given)).toEqual(value);
  });

  test.each<[string, unknown, string, unknown]>([
    [
      'a declaration, comments and processing instructions',
      pet,
      '<?xml version="1.0"?><!-- a --><?b c?>\n<pet>\n <name>R</name>\n <!-- <!DOCTYPE a> -->\n</pet>\n',
      { name: 'R' },
    ],
    ['CDATA', pet, '<pet><name>a <![CDATA[<b> &amp; ]]>c</name></pet>', { name: 'a <b> &amp; c' }],
    ['character references', pet, '<pet><name>&#228;&#xE4;&#x1F600;</name></pet>', { name: 'ää😀' }],
    ['whitespace around a number', pet, "<pet id = '7' ><good> true </good></pet>", { id: 7, good: true }],
    ['a namespace prefix of the client', pet, '<q:pet xmlns:q="urn:q"><q:name>R</q:name></q:pet>', { name: 'R' }],
    [
      'any root element for a schema without a name',
      { $ref: '#/components/schemas/Plain' },
      '<anything><a>1</a></anything>',
      { a: 1 },
    ],
    [
      'xsi:nil',
      { type: 'object', properties: { a: { type: 'string', nullable: true } } },
      '<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><a xsi:nil="true"/></r>',
      { a: null },
    ],
    ['a single element for a list', pet, '<pet><tag/></pet>', { tags: [{}] }],
    ['repeated elements for a single value', pet, '<pet><name>a</name><name>b</name></pet>', { name: ['a', 'b'] }],
    [
      'a list with other element names',
      { type: 'array', items: { type: 'integer' } },
      '<list><n>1</n><n>2</n></list>',
      [1, 2],
    ],
    ['an undeclared attribute', pet, '<pet colour="red"/>', { colour: 'red' }],
    ['an element in place of an attribute', pet, '<pet><id>1</id></pet>', { '<id>': 1 }],
    ['an element beside the attribute of this name', pet, '<pet id="1"><id>2</id></pet>', { id: 1, '<id>': 2 }],
    ['an attribute in place of an element', pet, '<pet name="Rex"/>', { '@name': 'Rex' }],
    [
      'an element with the name of a property that has another one in XML',
      { type: 'object', properties: { name: { type: 'string', xml: { name: 'title' } } } },
      '<a><name>x</name></a>',
      { '<name>': 'x' },
    ],
    [
      'a string for a number',
      { type: 'object', properties: { a: { type: 'integer' } } },
      '<r><a>one</a></r>',
      { a: 'one' },
    ],
    [
      'a string for an object or a string',
      { type: 'object', properties: { a: { oneOf: [{ type: 'string' }, { type: 'object' }] } } },
      '<r><a>one</a></r>',
      { a: 'one' },
    ],
    [
      'an object for an object or a string',
      { type: 'object', properties: { a: { oneOf: [{ type: 'string' }, { type: 'object' }] } } },
      '<r><a><b>1</b></a></r>',
      { a: { b: '1' } },
    ],
    ['a CDATA section between white space', sectioned({}), '<doc>\n  <![CDATA[<p/>]]>\n</doc>', { content: '<p/>' }],
    ['text for a CDATA section', sectioned({}), '<doc>a &amp; b</doc>', { content: 'a & b' }],
    [
      'text between elements, without the formatting',
      embedding({ nodeType: 'none' }),
      '<doc>\n  <title>a</title>\n  b\n</doc>',
      { title: 'a', meta: { text: 'b' } },
    ],
    [
      'elements in an order between white space',
      ordered('r', [
        { type: 'integer', xml: { name: 'a' } },
        { type: 'integer', xml: { name: 'b' } },
      ]),
      '<r>\n  <a>1</a>\n  <b>2</b>\n</r>',
      [1, 2],
    ],
    [
      'objects without elements of their own, without an end',
      ENDLESS,
      '<r><value>1</value></r>',
      { left: expect.anything() },
    ],
    ['a required unwrapped list without elements', mustHave({}), '<r/>', { tags: [] }],
    ['a required list in allOf', { allOf: [mustHave({})] }, '<r/>', { tags: [] }],
    ['a list that is required in one alternative only', { oneOf: [mustHave({}), { type: 'object' }] }, '<r/>', {}],
    ['a required readOnly list', mustHave({ readOnly: true }), '<r/>', {}],
    ['a required writeOnly list', mustHave({ writeOnly: true }), '<r/>', {}],
    ['a required wrapped list', mustHave({ xml: { wrapped: true } }), '<r/>', {}],
    ['the maximum number of levels', pet, nested(100), JSON.parse(`${'{"pet":'.repeat(99)}""${'}'.repeat(99)}`)],
    ['XML for a string', { type: 'string' }, '<any/>', '<any/>'],
    ['XML without a schema', undefined, '<any/>', '<any/>'],
    ['digits for a string', pet, '<pet><name>007</name></pet>', { name: '007' }],
  ])('parses %s', async (_, schema, text, value) => {
    expect(await read(Buffer.from(text), content(TYPE, schema, { schemas }))).toEqual(value);
  });

  test('element names like JavaScript internals are ordinary names', async () => {
    const text = '<pet><__proto__><a>1</a></__proto__><constructor __proto__="b"/></pet>';
    expect(JSON.stringify(await read(Buffer.from(text), content(TYPE, pet)))).toBe(
      '{"__proto__":{"a":"1"},"constructor":{"__proto__":"b"}}',
    );
  });

  test('long texts are complete, wherever the parser splits them', async () => {
    const sign = '😀\r\n<![CDATA[&]]>&amp;<!-- a -->';
    for (let before = 0; before < sign.length; before += 1) {
      const text = `<pet><name>${'-'.repeat(before)}${sign.repeat(4_000)}</name></pet>`;
      const { read } = xml({ values: 1_000_000, limit: 10_000_000 });
      expect(await read(Buffer.from(text), content(TYPE, pet))).toEqual({
        name: '-'.repeat(before) + '😀\n&&'.repeat(4_000),
      });
    }
  });

  test('may be in another charset', async () => {
    const text = '<pet><name>\u00e4</name></pet>';
    const latin1 = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1');
    expect(await read(latin1, content(TYPE, pet))).toEqual({ name: 'ä' });
    expect(await read(Buffer.from(text, 'latin1'), content(`${TYPE}; charset=iso-8859-1`, pet))).toEqual({ name: 'ä' });
    expect(await read(Buffer.from(`\ufeff${text}`), content(TYPE, pet))).toEqual({ name: 'ä' });
    await expect(read(Buffer.from(text, 'latin1'), content(TYPE, pet))).rejects.toThrow('the body is not valid UTF-8');
  });

  test('a string is written unchanged', () => {
    expect(write('<any/>', content(TYPE, pet))).toBe('<any/>');
  });

  test('an invalid element name is rejected, and invalid characters are replaced', () => {
    expect(() => write({ 'a b': 1 }, content(TYPE, pet))).toThrow('"a b" is not a valid XML name');
    expect(() => write({ 'a><script': 1 }, content(TYPE, pet))).toThrow(TypeError);
    expect(write({ name: 'a\0b\ud800' }, content(TYPE, pet))).toBe(
      `${DECLARATION}<pet><name>a\ufffdb\ufffd</name></pet>`,
    );
  });

  test('is the same after writing and parsing', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '<', '>', '&', '"', "'", ' ', '\n', '\t', '\r', 'é', '😀', ']]>', '&amp;'),
    });
    const value = fc.record({
      id: fc.integer(),
      name: text,
      tags: fc.array(fc.record({ label: text }), { minLength: 1 }),
      good: fc.boolean(),
    });
    await checkProperty(
      fc.asyncProperty(value, async (one) => {
        const given = content(TYPE, pet, { schemas });
        expect(await read(Buffer.from(write(one, given) as string), given)).toEqual(one);
      }),
    );
  });
});

describe('a body is rejected', () => {
  const bomb = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, index) => `<!ENTITY ${'b'.repeat(index + 1)} "${'&a;'.repeat(50)}">`)}]><pet><name>&bbbbb;</name></pet>`;
  const outside = '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><pet><name>&a;</name></pet>';
  test.each<[string, string, string]>([
    ['with nested entities', bomb, 'the body has a document type (<!DOCTYPE …>), which is not supported'],
    ['with an external entity', outside, 'the body has a document type (<!DOCTYPE …>), which is not supported'],
    [
      'with an external entity after a comment',
      `<!-- a --><?b?>\n${outside}`,
      'the body has a document type (<!DOCTYPE …>), which is not supported',
    ],
    [
      'with an unknown entity',
      '<pet><name>&nbsp;</name></pet>',
      'the body is not valid XML: line 1, column 17: undefined entity',
    ],
    [
      'with an invalid character reference',
      '<pet><name>&#x110000;</name></pet>',
      'the body is not valid XML: line 1, column 21: malformed character entity',
    ],
    ['that is too deep', nested(101), 'the body is nested deeper than 100 levels'],
    [
      'that has a million elements',
      `<pet>${'<a/>'.repeat(1_000_000)}</pet>`,
      'the XML body has more than 10000 tags, attributes and entities',
    ],
    [
      'that is a million elements deep',
      '<a>'.repeat(1_000_000),
      'the XML body has more than 10000 tags, attributes and entities',
    ],
    ['that exceeds the limit for XML', `<pet>${'x'.repeat(5_000_000)}</pet>`, 'the XML body exceeds 5000000 bytes'],
    ['that is not XML', '{"a":1}', 'the body is not valid XML: line 1, column 7: text data outside of root node'],
    ['that is empty', ' ', 'the body is not valid XML: line 1, column 1: document must contain a root element'],
    ['that is truncated', '<pet>\n<name>', 'the body is not valid XML: line 2, column 6: unclosed tag: name'],
    ['that ends in a tag', '<pet><name', 'the body is not valid XML: line 1, column 10: '],
    ['with another end tag', '<pet></pit>', 'the body is not valid XML: line 1, column 11: unexpected close tag'],
    [
      'with a duplicate attribute',
      '<pet id="1" id="2"/>',
      'the body is not valid XML: line 1, column 20: duplicate attribute: id',
    ],
    [
      'with a control character',
      '<pet>\u0001</pet>',
      'the body is not valid XML: line 1, column 6: disallowed character',
    ],
    [
      'with two roots',
      '<pet/><pet/>',
      'the body is not valid XML: line 1, column 11: documents may contain only one root',
    ],
    ['with another root', '<dog/>', 'the root element is <dog>; expected <pet>'],
  ])('%s', async (_, text, message) => {
    await expect(read(Buffer.from(text), content(TYPE, pet))).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(message),
    });
  });

  test('the error is short, however long a name in the body is', async () => {
    const text = `<${'x'.repeat(10_000)}>`;
    await expect(read(Buffer.from(text), content(TYPE, pet))).rejects.toThrow(
      /^the body is not valid XML: line 1, column 10002: unclosed tag: x{186}$/,
    );
  });

  test('any content is parsed to an object or rejected', async () => {
    const sign = fc.constantFrom(
      '<',
      '>',
      '/',
      'pet',
      'name',
      ' ',
      '=',
      '"',
      '&',
      ';',
      '#',
      '!',
      '[CDATA[',
      ']]>',
      '--',
      '?',
      'id',
      ':',
    );
    await checkProperty(
      fc.asyncProperty(fc.string({ unit: sign, maxLength: 30 }), async (text) => {
        await Promise.resolve(read(Buffer.from(`<pet>${text}</pet>`), content(TYPE, pet))).then(
          (value: unknown) => expect(value).toBeTypeOf('object'),
          (error: unknown) => expect(error).toMatchObject({ code: 'invalid_argument' }),
        );
      }),
      { numRuns: 500 },
    );
  });
});

test('parsing yields to others before a long body is converted', async () => {
  await read(Buffer.from('<pet/>'), content(TYPE, pet));
  // A clock that advances by a second with each call.
  let now = 0;
  const happened: string[] = [];
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000;
    // Due before any later pause ends.
    if (now === 1000) setTimeout(() => happened.push('others'), 1);
    return now;
  });
  await read(Buffer.from('<pet/>'), content(TYPE, pet));
  expect(happened).toEqual(['others']);
});
