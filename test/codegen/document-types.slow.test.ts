// Generated types of `understudy types`, checked by the compiler.

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { documentTypes } from '../../src/codegen/document-types.ts';
import type { DocumentObject } from '../../src/openapi/objects.ts';
import { temporaryFolder } from '../support/temporary.ts';

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

type Schemas = Readonly<Record<string, unknown>>;

interface Given {
  readonly openapi?: string;
  readonly schemas?: Schemas;
  readonly paths?: Readonly<Record<string, object>>;
  readonly components?: object;
  readonly security?: readonly object[];
}

/** All generated code, compiled at the end. */
const written = new Map<string, string>();

function typesOf({ openapi = '3.0.3', schemas = {}, paths = {}, components, security = [] }: Given): string {
  const document = {
    openapi,
    info: { title: 'T', version: '1' },
    security,
    paths,
    components: { schemas, ...components },
  };
  const text = documentTypes(document as DocumentObject);
  written.set(`given-${written.size}.ts`, text);
  return text;
}

/** One exported type, without whitespace. */
function typeNamed(name: string, text: string): string | undefined {
  const found = new RegExp(`^export type ${name} = ((?:.|\\n)*?);\\n(?=\\n|$)`, 'mu').exec(text)?.[1];
  return found === undefined ? undefined : flat(found);
}

/** A property of an operation in `Operations`, without whitespace. */
function memberOf(operation: string, member: string, text: string): string | undefined {
  const [, own = ''] = text.split(`\n  ${operation}: {\n`);
  const found = new RegExp(`^ {4}readonly ${member}: ((?:.|\\n)*?);\\n(?= {4}readonly| {2}\\};)`, 'm').exec(own)?.[1];
  return found === undefined ? undefined : flat(found);
}

function flat(text: string): string {
  return text
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const number = { type: 'integer' };
const of = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

describe('a schema of OpenAPI 3.0 becomes a type:', () => {
  test.each<[string, unknown, string]>([
    ['a string', text, 'string'],
    ['a number', { type: 'number', format: 'double' }, 'number'],
    ['a nullable value', { type: 'string', nullable: true }, 'string | null'],
    ['a nullable enum without null', { nullable: true, enum: ['a'] }, "'a' | null"],
    ['nullable next to allOf', { nullable: true, allOf: [ref('A')] }, 'A | null'],
    ['an array', { type: 'array', items: text }, 'readonly string[]'],
    ['an array of enums', { type: 'array', items: { enum: ['a', 1, null] } }, "readonly ('a' | 1 | null)[]"],
    [
      'an array of arrays',
      { type: 'array', items: { type: 'array', items: number } },
      'readonly (readonly number[])[]',
    ],
    ['an array of anything', { type: 'array' }, 'readonly unknown[]'],
    ['an array without its type', { items: text }, 'readonly string[]'],
    ['an enum with quotes', { enum: ["it's", 'a\nb', '\\', '"'] }, `'it\\'s' | 'a\\nb' | '\\\\' | '"'`],
    ['an enum of one object', { enum: [{ a: [1, true] }] }, '{"a":[1,true]}'],
    ['an empty enum', { enum: [] }, 'never'],
    ['an object', of({ a: text, b: number }, 'a'), '{ readonly a: string; readonly b?: number; }'],
    ['an object without its type', { properties: { a: text } }, '{ readonly a?: string; }'],
    [
      'odd names',
      of({ 'a-b': text, 'c d': text, ü: text }),
      "{ readonly 'a-b'?: string; readonly 'c d'?: string; readonly ü?: string; }",
    ],
    ['an object with any names', { type: 'object' }, '{ readonly [name: string]: unknown }'],
    ['an object without names', { type: 'object', additionalProperties: false }, '{ readonly [name: string]: never }'],
    ['a map of strings', { type: 'object', additionalProperties: text }, '{ readonly [name: string]: string }'],
    [
      'an object with additional properties',
      { ...of({ a: text }), additionalProperties: true },
      '{ readonly a?: string; readonly [name: string]: unknown; }',
    ],
    [
      'an object with typed additional properties',
      { ...of({ a: text }), additionalProperties: number },
      '{ readonly a?: string; readonly [name: string]: number | string | undefined; }',
    ],
    [
      'an object with required names only',
      { type: 'object', required: ['a'] },
      '{ readonly a: {} | null; readonly [name: string]: unknown; }',
    ],
    ['anything', {}, 'unknown'],
    ['an unknown type', { type: 'money' }, 'unknown'],
    ['parts', { allOf: [ref('A'), of({ b: text })] }, 'A & { readonly b?: string; }'],
    ['properties next to allOf', { allOf: [ref('A')], ...of({ b: text }) }, '{ readonly b?: string; } & A'],
    ['allOf of an object', { type: 'object', allOf: [ref('A'), ref('B')] }, 'A & B'],
    ['a required property of allOf', { allOf: [ref('A'), { required: ['a'] }] }, 'A & { readonly a: {} | null; }'],
    ['choices', { oneOf: [ref('A'), ref('B'), text] }, 'A | B | string'],
    [
      'properties next to anyOf',
      { ...of({ c: text }), anyOf: [ref('A'), ref('B')] },
      '{ readonly c?: string; } & (A | B)',
    ],
    [
      'oneOf with required names only',
      { ...of({ c: text, d: text }), oneOf: [{ required: ['c'] }, { required: ['d'] }] },
      '{ readonly c?: string; readonly d?: string; }',
    ],
    ['allOf in oneOf', { oneOf: [{ allOf: [ref('A'), ref('B')] }, ref('A')] }, '(A & B) | A'],
    ['siblings of a reference, which are ignored', { ...ref('A'), properties: { b: text } }, 'A'],
    ['an unresolved reference', ref('Nobody'), 'unknown'],
    ['a reference into a schema', { $ref: '#/components/schemas/B/properties/b' }, 'BPropertiesB'],
  ])('%s', (_, schema, expected) => {
    const schemas = { Given: schema, A: of({ a: text }), B: of({ b: of({ c: number }) }) };
    expect(typeNamed('Given', typesOf({ schemas }))).toBe(expected);
  });
});

describe('a schema of OpenAPI 3.1 becomes a type:', () => {
  test.each<[string, unknown, string]>([
    ['a list of types', { type: ['string', 'null'] }, 'string | null'],
    [
      'several types',
      { type: ['object', 'array', 'boolean'], items: text, ...{ properties: { a: text } } },
      '{ readonly a?: string; } | readonly string[] | boolean',
    ],
    ['null', { type: 'null' }, 'null'],
    ['one value', { const: 'a' }, "'a'"],
    ['a const of null', { const: null }, 'null'],
    ['yes', true, 'unknown'],
    ['no', false, 'never'],
    ['boolean schemas of properties', of({ a: true, b: false }), '{ readonly a?: unknown; readonly b?: never; }'],
    [
      'a tuple',
      { type: 'array', prefixItems: [text, number], items: false, minItems: 1 },
      'readonly [string, (number)?]',
    ],
    ['a tuple with additional items', { prefixItems: [text], items: number }, 'readonly [(string)?, ...(number)[]]'],
    ['pattern properties', { patternProperties: { '^x-': text } }, '{ readonly [name: string]: string }'],
    ['siblings of a reference', { ...ref('A'), properties: { b: text } }, 'A & { readonly b?: string; }'],
    ['a description next to a reference', { ...ref('A'), description: 'A good one.' }, 'A'],
    ['a reference to an anchor', { $ref: '#here' }, 'Anchored'],
    ['a reference to an identifier', { $ref: 'https://example.com/identified' }, 'Identified'],
    ['a dynamic reference', { $dynamicRef: '#there' }, 'Dynamic'],
    ['a reference to a missing anchor', { $ref: '#nowhere' }, 'unknown'],
  ])('%s', (_, schema, expected) => {
    const schemas = {
      Given: schema,
      A: of({ a: text }),
      Anchored: { ...text, $anchor: 'here' },
      Identified: { ...text, $id: 'https://example.com/identified' },
      Dynamic: { ...text, $dynamicAnchor: 'there' },
    };
    expect(typeNamed('Given', typesOf({ openapi: '3.1.0', schemas }))).toBe(expected);
  });
});

describe('the name of a type', () => {
  test.each([
    ['Pet', 'Pet'],
    ['pet', 'pet'],
    ['Haustür', 'Haustür'],
    ['my-pet', 'MyPet'],
    ['io.k8s.api.core.v1.Pod', 'IoK8sApiCoreV1Pod'],
    ['List<Pet>', 'ListPet'],
    ['200', '_200'],
    ['string', 'String'],
    ['default', 'Default'],
    ['Operations', 'Operations2'],
    ['Uint8Array', 'Uint8Array2'],
    ['Record', 'Record'],
    ['a/b~c', 'ABC'],
    ['%', 'Schema'],
    ['__proto__', '__proto__'],
  ])('of the schema %s is %s', (name, expected) => {
    const schemas = Object.fromEntries([[name, of({ a: text }, 'a')]]);
    const printed = typesOf({
      schemas: {
        ...schemas,
        Holder: of({ held: ref(encodeURIComponent(name.replace('~', '~0').replace('/', '~1'))) }),
      },
    });
    expect(typeNamed(expected, printed)).toBe('{ readonly a: string; }');
    expect(typeNamed('Holder', printed)).toBe(`{ readonly held?: ${expected}; }`);
  });

  test('is unique', () => {
    const schemas = { 'foo-bar': text, foo_bar: number, FooBar: of({ a: text }), 'foo.bar': { type: 'boolean' } };
    const printed = typesOf({ schemas });
    expect(['FooBar', 'foo_bar', 'FooBar2', 'FooBar3'].map((name) => typeNamed(name, printed))).toEqual([
      '{ readonly a?: string; }',
      'number',
      'string',
      'boolean',
    ]);
  });
});

describe('a recursive schema', () => {
  test('in a property or an item is referenced by name', () => {
    const Tree = of({
      parent: ref('Tree'),
      children: { type: 'array', items: ref('Tree') },
      named: { type: 'object', additionalProperties: ref('Tree') },
    });
    expect(typeNamed('Tree', typesOf({ schemas: { Tree } }))).toBe(
      '{ readonly parent?: Tree; readonly children?: readonly Tree[]; readonly named?: { readonly [name: string]: Tree }; }',
    );
  });

  test('for any JSON value is referenced by name', () => {
    const Json = {
      oneOf: [text, { type: 'array', items: ref('Json') }, { type: 'object', additionalProperties: ref('Json') }],
    };
    expect(typeNamed('Json', typesOf({ schemas: { Json } }))).toBe(
      'string | readonly Json[] | { readonly [name: string]: Json }',
    );
  });

  test('that is the base of its own alternatives is expanded in them', () => {
    const printed = typesOf({
      schemas: {
        Pet: { ...of({ kind: text }, 'kind'), oneOf: [ref('Cat'), ref('Dog')] },
        Cat: { allOf: [ref('Pet'), of({ purrs: { type: 'boolean' } })] },
        Dog: { allOf: [ref('Pet'), of({ barks: { type: 'boolean' } })] },
      },
    });
    expect(typeNamed('Pet', printed)).toBe('{ readonly kind: string; } & (Cat | Dog)');
    expect(typeNamed('Cat', printed)).toBe('{ readonly kind: string; } & { readonly purrs?: boolean; }');
    expect(typeNamed('Dog', printed)).toBe('{ readonly kind: string; } & { readonly barks?: boolean; }');
  });

  test.each<[string, Schemas, string]>([
    ['that is its own alternative ignores it', { Given: { oneOf: [ref('Given'), text] } }, 'string'],
    ['in its own allOf ignores it', { Given: { allOf: [ref('Given'), of({ a: text })] } }, '{ readonly a?: string; }'],
    ['without other keywords is unknown', { Given: ref('Given') }, 'unknown'],
    ['through another one without other keywords is unknown', { Given: ref('Other'), Other: ref('Given') }, 'unknown'],
    [
      'through nested alternatives has all of them',
      { Given: { oneOf: [ref('Other'), text] }, Other: { anyOf: [ref('Given'), number] } },
      'number | string',
    ],
    [
      'through allOf and then an alternative has both constraints',
      {
        Given: { allOf: [ref('Base'), of({ a: text })] },
        Base: { oneOf: [ref('Middle'), ref('Leaf')] },
        Middle: { oneOf: [ref('Given'), ref('Leaf')] },
        Leaf: text,
      },
      '{ readonly a?: string; }',
    ],
  ])('%s', (_, schemas, expected) => {
    expect(typeNamed('Given', typesOf({ schemas }))).toBe(expected);
  });

  test('with many paths is printed in bounded size', () => {
    const names = Array.from({ length: 20 }, (_, index) => `N${index}`);
    const schemas = Object.fromEntries(
      names.map((name) => [
        name,
        { oneOf: [...names.filter((other) => other !== name).map(ref), of({ [name]: text })] },
      ]),
    );
    expect(typesOf({ schemas }).length).toBeLessThan(1_000_000);
  });

  test('a schema with two references per level is read once', () => {
    const level = (index: number) => ({ oneOf: [{ allOf: [ref(`L${index + 1}`)] }, ref(`L${index + 1}`)] });
    const levels = Array.from({ length: 200 }, (_, index) => [`L${index}`, level(index)]);
    const requestBody = { required: true, ...json(ref('L0')) };
    const paths = { '/': { post: { operationId: 'op', requestBody, responses: {} } } };
    expect(typesOf({ schemas: { ...Object.fromEntries(levels), L200: of({ a: text }) }, paths })).toContain(
      'export type L199',
    );
  });

  test('a schema that is nested too deep is cut, without a crash', () => {
    let deep: object = text;
    for (let depth = 0; depth < 5000; depth += 1) deep = { type: 'array', items: deep };
    expect(typeNamed('Given', typesOf({ schemas: { Given: deep } }))).toContain('unknown');
  });
});

describe('the input of an operation is', () => {
  const inputOf = (operation: object, schemas: Schemas = {}) =>
    memberOf(
      'op',
      'input',
      typesOf({ schemas, paths: { '/a/{id}': { post: { operationId: 'op', responses: {}, ...operation } } } }),
    );
  const body = (content: object, required = true) => ({ requestBody: { required, content } });
  const of3 = {
    Loop: { oneOf: [ref('Pet'), ref('Loop'), ref('List')] },
    Pet: of({ id: text, name: text }, 'name'),
    List: { type: 'array', items: text },
  };

  test('an array for JSON lines, by their item schema', () => {
    const content = { 'application/x-ndjson': { itemSchema: of({ a: text }) } };
    const op = { operationId: 'op', requestBody: { required: true, content }, responses: { 200: { content } } };
    const printed = typesOf({ paths: { '/a': { post: op } } });
    expect(memberOf('op', 'input', printed)).toBe('{ readonly body: readonly { readonly a?: string; }[] }');
    expect(memberOf('op', 'output', printed)).toBe(
      'readonly { readonly a?: string; }[] | AsyncIterable<{ readonly a?: string; }>',
    );
  });

  test('a parameter for the whole query string', () => {
    const content = { 'application/x-www-form-urlencoded': { schema: of({ a: text }) } };
    const parameters = [{ name: 'filter', in: 'querystring', required: true, content }];
    const printed = typesOf({ paths: { '/a': { get: { operationId: 'op', parameters, responses: {} } } } });
    expect(memberOf('op', 'input', printed)).toBe('{ readonly filter: { readonly a?: string; } }');
  });

  test('its parameters and those of its path item, by their names in handlers', () => {
    const printed = typesOf({
      paths: {
        '/a/{id}': {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: text },
            { name: 'limit', in: 'query', schema: text },
          ],
          get: {
            operationId: 'op',
            parameters: [
              { name: 'limit', in: 'query', schema: { type: 'integer', default: 10 } },
              { name: 'X-Trace', in: 'header', schema: text },
              { name: 'Authorization', in: 'header', schema: text },
              { name: 'session', in: 'cookie', schema: text },
              { name: 'filter', in: 'query', content: { 'application/json': { schema: of({ a: text }) } } },
              { name: 'page', in: 'query', required: true, allowEmptyValue: true, schema: { type: 'integer' } },
              { name: 'word', in: 'query', required: true, allowEmptyValue: true, schema: text },
              { $ref: '#/components/parameters/Id' },
            ],
            responses: {},
          },
        },
      },
      components: { parameters: { Id: { name: 'id', in: 'path', required: true, schema: number } } },
    });
    expect(memberOf('op', 'input', printed)).toBe(
      "{ readonly session?: string; readonly 'x-trace'?: string; readonly limit: number; readonly filter?: { readonly a?: string; }; readonly page?: number; readonly word: string; readonly id: number }",
    );
  });

  test.each<[string, object, string]>([
    ['nothing', {}, '{ readonly [name: string]: never }'],
    ['the properties of an object', body({ 'application/json': { schema: ref('Pet') } }), 'Pet'],
    ['an optional object', body({ 'application/json': { schema: ref('Pet') } }, false), 'Partial<Pet>'],
    ['an array as `body`', body({ 'application/json': { schema: ref('List') } }), '{ readonly body: List }'],
    ['an optional array', body({ 'application/json': { schema: ref('List') } }, false), '{ readonly body?: List }'],
    [
      'an object or an array',
      body({ 'application/json': { schema: { oneOf: [ref('Pet'), ref('List')] } } }),
      'Pet | { readonly body: List }',
    ],
    ['a recursive alternative', body({ 'application/json': { schema: ref('Loop') } }), 'Pet | { readonly body: List }'],
    ['anything', body({ 'application/json': {} }), '{ readonly [name: string]: unknown }'],
    ['a string', body({ 'text/plain': { schema: text } }), '{ readonly body: string }'],
    [
      'bytes',
      body({ 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }),
      '{ readonly body: Uint8Array }',
    ],
    ['bytes of any image', body({ 'image/*': {} }), '{ readonly body: unknown }'],
    ['a form', body({ 'application/x-www-form-urlencoded': { schema: ref('Pet') } }), 'Pet'],
    [
      'one of several media types',
      body({
        'application/json': { schema: ref('Pet') },
        'application/merge-patch+json': { schema: ref('Pet') },
        'text/csv': {},
      }),
      'Pet | { readonly body: string }',
    ],
    [
      'files',
      body({
        'multipart/form-data': { schema: of({ title: text, photo: { type: 'string', format: 'binary' } }, 'photo') },
      }),
      '{ readonly title?: string; readonly photo: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }; }',
    ],
    [
      'a body without a property that a parameter hides',
      {
        ...body({ 'application/json': { schema: ref('Pet') } }),
        parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
      },
      "Without<Pet, 'id'> & { readonly id: number }",
    ],
  ])('%s', (_, operation, expected) => {
    expect(inputOf(operation, of3)).toBe(expected);
  });
});

test('a parameter hides a property of each alternative of a body, but not distinct properties', () => {
  const Cat = of({ id: text, kind: { enum: ['cat'] }, purrs: { type: 'boolean' } }, 'kind');
  const Dog = {
    ...of({ id: text, kind: { enum: ['dog'] }, barks: { type: 'boolean' } }, 'kind'),
    additionalProperties: true,
  };
  const id = { name: 'id', in: 'path', required: true, schema: number };
  const put = {
    operationId: 'op',
    parameters: [id],
    requestBody: { required: true, ...json(ref('Pet')) },
    responses: {},
  };
  const printed = typesOf({
    schemas: { Cat, Dog, Pet: { oneOf: [ref('Cat'), ref('Dog')] } },
    paths: { '/pets/{id}': { put } },
  });
  expect(memberOf('op', 'input', printed)).toBe("Without<Pet, 'id'> & { readonly id: number }");
  const using = [
    "type Input = Operations['op']['input'];",
    "export const cat: Input = { id: 1, kind: 'cat', purrs: true };",
    "export const dog: Input = { id: 1, kind: 'dog', barks: true, tail: 1 };",
    '// @ts-expect-error: the id is a number',
    "export const numbered: Input = { id: '1', kind: 'cat' };",
    '// @ts-expect-error: cats do not bark',
    "export const barking: Input = { id: 1, kind: 'cat', barks: true };",
    "export const barks = (input: Input) => input.kind === 'dog' && input.barks === true;",
  ];
  written.set('without.ts', [printed, ...using, ''].join('\n'));
});

describe('the output of an operation is', () => {
  const operation = {
    operationId: 'op',
    responses: {
      default: { description: 'Wrong.', ...json(ref('Failure')) },
      '4XX': { description: 'Your mistake.' },
      201: {
        description: 'Made.',
        headers: {
          Location: { required: true, schema: text },
          ETag: { schema: text },
          'Content-Type': { schema: text },
        },
        ...json(ref('Pet')),
      },
      202: { $ref: '#/components/responses/Later' },
    },
  };
  const given = {
    schemas: { Pet: of({ name: text }), Failure: of({ message: text }) },
    components: { responses: { Later: { description: 'Later.', content: { 'text/plain': {}, 'image/png': {} } } } },
  };

  test('the body of its success response', () => {
    expect(memberOf('op', 'output', typesOf({ ...given, paths: { '/': { get: operation } } }))).toBe('Pet');
  });

  test('every declared status, with its headers', () => {
    expect(memberOf('op', 'responses', typesOf({ ...given, paths: { '/': { get: operation } } }))).toBe(
      '{ readonly 201: { readonly body: Pet; readonly headers: { readonly location: string; readonly etag?: string } }; ' +
        'readonly 202: { readonly body: string | Uint8Array | AsyncIterable<Uint8Array | string>; readonly headers: {} }; ' +
        'readonly default: { readonly body: Failure; readonly headers: {} }; ' +
        "readonly '4XX': { readonly body: undefined; readonly headers: {} }; }",
    );
  });

  test.each([
    ['an event stream', { 'text/event-stream': {} }, 'string | AsyncIterable<unknown>'],
    [
      'events by itemSchema',
      { 'text/event-stream': { itemSchema: { properties: { event: { const: 'added' }, data: text } } } },
      `readonly { readonly event?: 'added'; readonly data?: string; }[] | AsyncIterable<{ readonly event?: 'added'; readonly data?: string; }>`,
    ],
    [
      'JSON lines, as an array or a stream',
      { 'application/x-ndjson': { schema: { type: 'array', items: ref('Pet') } } },
      'readonly Pet[] | AsyncIterable<Pet>',
    ],
    [
      'CSV rows',
      { 'text/csv': { schema: { type: 'array', items: ref('Pet') } } },
      'readonly Pet[] | AsyncIterable<Pet>',
    ],
    ['CSV as a string', { 'text/csv; charset=utf-8': { schema: text } }, 'string | AsyncIterable<unknown>'],
    ['XML by its schema', { 'application/atom+xml': { schema: ref('Pet') } }, 'Pet'],
    [
      'bytes',
      { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      'Uint8Array | AsyncIterable<Uint8Array | string>',
    ],
    ['JSON of any media type', { 'application/problem+json; charset=utf-8': { schema: text } }, 'string'],
  ])('for %s', (_, content, expected) => {
    const paths = { '/': { get: { operationId: 'op', responses: { 200: { content } } } } };
    expect(memberOf('op', 'output', typesOf({ ...given, paths }))).toBe(expected);
  });

  test.each([
    ['2XX', { '2XX': json(text), default: {} }, 'string'],
    ['default without other statuses', { default: json(text) }, 'string'],
    ['undefined with redirects only', { 302: {}, default: json(text) }, 'undefined'],
    ['undefined without statuses', {}, 'undefined'],
  ])('the body of %s', (_, responses, expected) => {
    const paths = { '/': { get: { operationId: 'op', responses } } };
    expect(memberOf('op', 'output', typesOf({ paths }))).toBe(expected);
  });

  test('under a generated name without an operationId', () => {
    const responses = { 204: { description: 'Done.' } };
    const printed = typesOf({
      paths: { '/pets/{id}': { get: { responses }, put: { responses } }, '/': { get: { responses } } },
    });
    expect([...printed.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name)).toEqual([
      'getPetsById',
      'putPetsById',
      'getRoot',
    ]);
  });

  test.each([
    ['with required security', [{ key: [] }], 'true'],
    ['with optional security', [{ key: [] }, {}], "'optional'"],
    ['without security', [], 'false'],
  ])('%s', (_, security, expected) => {
    const paths = { '/': { get: { operationId: 'op', responses: {}, security } } };
    expect(memberOf('op', 'secured', typesOf({ paths, security: [{ all: [] }] }))).toBe(expected);
  });
});

describe('a schema with readOnly and writeOnly properties', () => {
  const User = of(
    { id: { type: 'string', readOnly: true }, name: text, password: { type: 'string', writeOnly: true } },
    'id',
    'name',
    'password',
  );
  const Avatar = of({ of: text, picture: { type: 'string', format: 'binary' } }, 'picture');
  const operation = (request: object | undefined, response: object | undefined) => ({
    operationId: 'op',
    ...(request && { requestBody: { required: true, ...request } }),
    responses: { 200: { description: 'Ok.', ...response } },
  });
  const sent = '{ readonly id?: string; readonly name: string; readonly password: string; }';
  const responded = '{ readonly id: string; readonly name: string; }';

  test('has two types if clients and handlers write it, and so has a schema that contains it', () => {
    const Team = of({ users: { type: 'array', items: ref('User') } });
    const printed = typesOf({
      schemas: { User, Team },
      paths: { '/': { post: operation(json(ref('Team')), json(ref('Team'))) } },
    });
    expect(typeNamed('User', printed)).toBe(responded);
    expect(typeNamed('UserInput', printed)).toBe(sent);
    expect(typeNamed('TeamInput', printed)).toBe('{ readonly users?: readonly UserInput[]; }');
    expect(memberOf('op', 'input', printed)).toBe('TeamInput');
    expect(memberOf('op', 'output', printed)).toBe('Team');
  });

  test('has one type, with its own name, if only clients write it', () => {
    const printed = typesOf({ schemas: { User }, paths: { '/': { post: operation(json(ref('User')), undefined) } } });
    expect(typeNamed('User', printed)).toBe(sent);
    expect(typeNamed('UserInput', printed)).toBeUndefined();
  });

  test('has one type if both are equal', () => {
    const Plain = of({ id: { type: 'string', readOnly: true } });
    const printed = typesOf({
      schemas: { Plain },
      paths: { '/': { post: operation(json(ref('Plain')), json(ref('Plain'))) } },
    });
    expect(typeNamed('PlainInput', printed)).toBeUndefined();
  });

  test('considers marks in allOf of a property', () => {
    const Marked = of({ id: { allOf: [ref('Id')] } }, 'id');
    const printed = typesOf({
      schemas: { Marked, Id: { type: 'string', readOnly: true } },
      paths: { '/': { post: operation(json(ref('Marked')), json(ref('Marked'))) } },
    });
    expect(typeNamed('MarkedInput', printed)).toBe('{ readonly id?: Id; }');
  });

  test('considers required in allOf', () => {
    const Full = { allOf: [of({ id: { type: 'string', readOnly: true } }), { required: ['id'] }] };
    const printed = typesOf({
      schemas: { Full },
      paths: { '/': { post: operation(json(ref('Full')), json(ref('Full'))) } },
    });
    expect(typeNamed('Full', printed)).toBe('{ readonly id?: string; } & { readonly id: {} | null; }');
    expect(typeNamed('FullInput', printed)).toBe('{ readonly id?: string; }');
  });

  test('has a third type in forms, for files', () => {
    const form = { content: { 'multipart/form-data': { schema: ref('Avatar') } } };
    const printed = typesOf({ schemas: { Avatar }, paths: { '/': { post: operation(form, json(ref('Avatar'))) } } });
    expect(typeNamed('Avatar', printed)).toBe('{ readonly of?: string; readonly picture: string; }');
    expect(typeNamed('AvatarForm', printed)).toContain('readonly bytes: Uint8Array');
    expect(memberOf('op', 'input', printed)).toBe('AvatarForm');
  });
});

describe('a discriminator', () => {
  const kinds = {
    propertyName: 'kind',
    mapping: { cat: '#/components/schemas/Cat', lion: '#/components/schemas/Cat' },
  };
  const Cat = { allOf: [ref('Pet'), of({ purrs: { type: 'boolean' } })] };

  test('distinguishes alternatives', () => {
    const printed = typesOf({
      schemas: {
        Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator: kinds },
        Cat: of({ kind: text }),
        Dog: of({ kind: { enum: ['Dog'] } }),
      },
    });
    expect(typeNamed('Pet', printed)).toBe("(Cat & { readonly kind: 'cat' | 'lion' }) | Dog");
  });

  test('has all other values for its default schema', () => {
    const discriminator = { ...kinds, defaultMapping: 'Dog' };
    const printed = typesOf({
      schemas: {
        Pet: { oneOf: [ref('Cat'), ref('Dog')], discriminator },
        Cat: of({ kind: text }),
        Dog: of({ kind: text }),
      },
    });
    expect(typeNamed('Pet', printed)).toBe("(Cat & { readonly kind: 'cat' | 'lion' }) | Dog");
  });

  test('of a base includes its extensions, and the base under its own name', () => {
    const printed = typesOf({ schemas: { Pet: { ...of({ kind: text }, 'kind'), discriminator: kinds }, Cat } });
    expect(typeNamed('Pet', printed)).toBe(
      "({ readonly kind: string; } & { readonly kind: 'Pet' }) | (Cat & { readonly kind: 'cat' | 'lion' })",
    );
    expect(typeNamed('Cat', printed)).toBe('{ readonly kind: string; } & { readonly purrs?: boolean; }');
  });

  test('of a base with alternatives does not affect its extensions', () => {
    const printed = typesOf({
      schemas: { Pet: { ...of({ kind: text }, 'kind'), oneOf: [ref('Cat')], discriminator: kinds }, Cat },
    });
    expect(typeNamed('Cat', printed)).toBe('{ readonly kind: string; } & { readonly purrs?: boolean; }');
  });

  test('distinguishes many alternatives', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Kind${index}`);
    const choices = Object.fromEntries(names.map((name) => [name, of({ kind: text }, 'kind')]));
    const Pet = { oneOf: names.map(ref), discriminator: { propertyName: 'kind' } };
    const printed = typesOf({ schemas: { Pet, ...choices } });
    expect(typeNamed('Pet', printed)).toMatch(
      /^\(Kind0 & \{ readonly kind: 'Kind0' \}\) \| .* \| \(Kind59 & \{ readonly kind: 'Kind59' \}\)$/,
    );
  });

  test('of a base with many extensions is not expanded', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Kind${index}`);
    const extending = names.map((name) => [name, { allOf: [ref('Pet'), of({ [name]: text })] }]);
    const printed = typesOf({
      schemas: {
        Pet: { ...of({ kind: text }), discriminator: { propertyName: 'kind' } },
        ...Object.fromEntries(extending),
      },
    });
    expect(typeNamed('Pet', printed)).toBe('{ readonly kind?: string; }');
    expect(typeNamed('Kind7', printed)).toBe('Pet & { readonly Kind7?: string; }');
  });
});

test('descriptions of the document become comments', () => {
  const schemas = {
    Pet: {
      ...of({ name: { type: 'string', description: 'Ends */ here.\nOr there.', deprecated: true } }),
      description: 'A pet.',
    },
    Odd: { ...text, description: 5 },
  };
  const printed = typesOf({ schemas });
  expect(printed).toContain(
    '/** A pet. */\nexport type Pet = {\n  /**\n   * Ends * / here.\n   * Or there.\n   * @deprecated\n   */\n  readonly name?: string;\n};',
  );
  expect(printed).toContain('\nexport type Odd = string;');
});

test('all of these compile', async () => {
  const cwd = await temporaryFolder();
  await Promise.all([...written].map(([name, printed]) => writeFile(join(cwd, name), printed)));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    moduleDetection: 'force',
    types: [],
  };
  await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  expect(written.size).toBeGreaterThan(80);
  const failed = (thrown: { readonly stdout: string }) => thrown;
  const { stdout } = await promisify(execFile)(process.execPath, [TSC, '-p', cwd]).catch(failed);
  expect(stdout).toBe('');
});
