// Rows about bodies: discriminators, XML, and media types as components.

import { BAD_REQUEST, documentOf, type FeatureRow, json, jsonIn, NOTE, operation, ref, textOf, typeOf } from './row.ts';

const pet = (more: object) => ({
  type: 'object',
  required: ['name'],
  properties: { kind: {}, name: { type: 'string' }, ...more },
});
const PETS = {
  Pet: {
    type: 'object',
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat' },
      defaultMapping: '#/components/schemas/Other',
    },
    oneOf: [ref('Cat'), ref('Other')],
  },
  Cat: { ...pet({ kind: { const: 'cat' }, lives: { type: 'integer' } }), required: ['kind', 'lives', 'name'] },
  Other: {
    ...pet({ kind: { type: 'string', not: { const: 'cat' } }, legs: { type: 'integer' } }),
    required: ['legs', 'name'],
  },
};

/** Whether a value is a pet of the document. */
function isPet(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { kind, name, lives, legs } = value as Readonly<Record<string, unknown>>;
  const number = kind === 'cat' ? lives : legs;
  const other = kind === 'cat' ? true : kind === undefined || typeof kind === 'string';
  return typeof name === 'string' && Number.isInteger(number) && other;
}

const discriminator: FeatureRow = {
  feature: '`defaultMapping`',
  files: {
    'api.json': documentOf(
      {
        '/pet': { get: operation('getPet', json(ref('Pet'))) },
        '/checks': {
          post: operation('checkPet', json({ type: 'boolean' }), {
            requestBody: { required: true, content: json(ref('Pet')) },
          }),
        },
      },
      { components: { schemas: PETS } },
    ),
  },
  uses: ({ method, body }, { status }) => method === 'POST' && status === 200 && !/"cat"/.test(String(body)),
  faults: {
    'a value of the default schema that contradicts it': ['response-body', /response 200 .*legs is required/],
    'a mapped value that contradicts its schema': ['response-body', /response 200 .*lives is required/],
    'unmapped values are not validated': ['invalid-input-rejected', /accepted with 200, but invalid/],
    'unmapped values are rejected': ['valid-input-accepted', /rejected with 400 .*, but valid/],
  },
  serve: (fault) => (request) => {
    const type = 'application/json';
    if (request.path === '/pet') {
      const body = {
        'a value of the default schema that contradicts it': '{"kind":"dog","name":"Rex"}',
        'a mapped value that contradicts its schema': '{"kind":"cat","name":"Tom"}',
      }[fault ?? ''];
      return { type, body: body ?? '{"kind":"dog","name":"Rex","legs":4}' };
    }
    const sent = jsonIn(request);
    const isOther = typeof sent === 'object' && sent !== null && (sent as { readonly kind?: unknown }).kind !== 'cat';
    if (isOther && fault === 'unmapped values are rejected') return BAD_REQUEST;
    const isValid = (isOther && fault === 'unmapped values are not validated') || isPet(sent);
    return isValid ? { type, body: 'true' } : BAD_REQUEST;
  },
};

const XML = 'application/xml';

const xml: FeatureRow = {
  feature: 'XML `nodeType`',
  files: {
    'api.json': documentOf({
      '/note': {
        get: operation('getNote', {
          [XML]: {
            schema: {
              type: 'object',
              xml: { name: 'note' },
              required: ['id', 'tags', 'text'],
              properties: {
                id: { type: 'integer', xml: { nodeType: 'attribute' } },
                tags: {
                  type: 'array',
                  minItems: 1,
                  xml: { nodeType: 'element', name: 'tags' },
                  items: { type: 'integer', xml: { name: 'tag' } },
                },
                text: { type: 'string', minLength: 1, xml: { nodeType: 'cdata' } },
              },
            },
          },
        }),
      },
    }),
  },
  uses: (_, response) => /<note id="-?\d+">.*<tags><tag>.*<!\[CDATA\[/s.test(textOf(response)),
  faults: {
    'an attribute as an element': ['response-body', /response 200 \/id is required/],
    'a list without its element': ['response-body', /response 200 \/tags is required/],
    'no CDATA': ['response-body', /response 200 \/text/],
  },
  serve: (fault) => () => {
    const id = fault === 'an attribute as an element' ? '><id>1</id>' : ' id="1">';
    const tags = fault === 'a list without its element' ? '<tag>1</tag>' : '<tags><tag>1</tag></tags>';
    const text = fault === 'no CDATA' ? '' : '<![CDATA[a < b]]>';
    return { type: XML, body: `<note${id}${tags}${text}</note>` };
  },
};

const components: FeatureRow = {
  feature: 'media types as components, `summary` of responses, `name` of servers',
  files: {
    'api.json': documentOf(
      { '/note': { get: operation('getNote', { 'application/json': { $ref: '#/components/mediaTypes/Note' } }) } },
      { servers: [{ url: '/', name: 'test' }], components: { mediaTypes: { Note: { schema: NOTE } } } },
    ),
  },
  uses: (_, response) => typeOf(response) === 'application/json' && /"title"/.test(textOf(response)),
  faults: { 'a body that contradicts the component': ['response-body', /response 200 \/title is required/] },
  serve: (fault) => () => ({
    type: 'application/json',
    body: fault === undefined ? '{"id":1,"title":"A"}' : '{"id":1}',
  }),
};

export const BODY_ROWS: readonly FeatureRow[] = [discriminator, xml, components];
