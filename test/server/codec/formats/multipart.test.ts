// Forms with files.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EncodingObject } from '../../../../src/openapi/objects.ts';
import { multipart } from '../../../../src/server/codec/formats/multipart.ts';
import { UploadedFile } from '../../../../src/server/codec/formats/uploaded-file.ts';
import { content } from '../../../support/content.ts';
import { checkProperty } from '../../../support/runs.ts';

const file = { type: 'string', format: 'binary' };
const SCHEMA = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    size: { type: 'integer' },
    photo: file,
    photos: { type: 'array', items: file },
    tags: { type: 'array', items: { type: 'string' } },
    meta: { type: 'object', properties: { a: { type: 'integer' } } },
    metas: { type: 'array', items: { type: 'object' } },
    modern: { contentMediaType: 'image/png' },
    note: { type: 'string' },
  },
};

interface Sent {
  readonly name: string;
  readonly value: string | Uint8Array;
  readonly fileName?: string;
  readonly type?: string;
  readonly more?: string;
}

function bytesOf(parts: readonly Sent[], boundary = 'xyz'): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName, type, more }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    fileName === undefined ? '' : `; filename="${fileName}"`,
    `${type === undefined ? '' : `\r\nContent-Type: ${type}`}${more === undefined ? '' : `\r\n${more}`}\r\n\r\n`,
    value,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)));
}

function read(
  body: Uint8Array,
  schema: unknown = SCHEMA,
  encoding?: Readonly<Record<string, EncodingObject>>,
  boundary = 'xyz',
) {
  const type = boundary === '' ? 'multipart/form-data' : `multipart/form-data; boundary="${boundary}"`;
  return multipart({ values: 1000 }).read(body, content(type, schema, encoding && { encoding }));
}

function png(name: string, bytes: Uint8Array | string): UploadedFile {
  return new UploadedFile(name, 'image/png', Buffer.from(bytes));
}

const NOISE = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);

describe('the parts of a form are parsed by its schema:', () => {
  test.each<[string, readonly Sent[], unknown]>([
    ['none', [], {}],
    [
      'texts',
      [
        { name: 'title', value: 'Ä' },
        { name: 'size', value: '7' },
      ],
      { title: 'Ä', size: 7 },
    ],
    [
      'a file',
      [{ name: 'photo', value: NOISE, fileName: 'a b.png', type: 'image/png' }],
      { photo: png('a b.png', NOISE) },
    ],
    ['an empty file', [{ name: 'photo', value: '', fileName: '', type: 'image/png' }], { photo: png('', '') }],
    ['a file without a name', [{ name: 'photo', value: 'x', type: 'image/png' }], { photo: png('', 'x') }],
    [
      'a file with a path',
      [{ name: 'photo', value: 'x', fileName: '../../a.png', type: 'image/png' }],
      { photo: png('a.png', 'x') },
    ],
    [
      'several files',
      [
        { name: 'photos', value: 'x', fileName: 'x.png', type: 'image/png' },
        { name: 'photos', value: 'y', fileName: 'y.png', type: 'image/png' },
      ],
      { photos: [png('x.png', 'x'), png('y.png', 'y')] },
    ],
    [
      'one file of a list',
      [{ name: 'photos[]', value: 'x', fileName: 'x.png', type: 'image/png' }],
      { photos: [png('x.png', 'x')] },
    ],
    [
      'a list',
      [
        { name: 'tags', value: 'a' },
        { name: 'tags', value: 'b' },
      ],
      { tags: ['a', 'b'] },
    ],
    ['a list of one', [{ name: 'tags', value: 'a' }], { tags: ['a'] }],
    ['a list in JSON', [{ name: 'tags', value: '["a"]' }], { tags: ['a'] }],
    ['an object in JSON', [{ name: 'meta', value: '{"a":1}', type: 'application/json' }], { meta: { a: 1 } }],
    [
      'JSON from a Blob',
      [{ name: 'meta', value: '{"a":1}', type: 'application/json', fileName: 'blob' }],
      { meta: { a: 1 } },
    ],
    ['JSON without a content-type', [{ name: 'meta', value: '{"a":1}' }], { meta: { a: 1 } }],
    ['an object in brackets', [{ name: 'meta[a]', value: '1' }], { meta: { a: 1 } }],
    [
      'objects in repeated parts',
      [
        { name: 'metas', value: '{"b":1}' },
        { name: 'metas', value: '{}' },
      ],
      { metas: [{ b: 1 }, {}] },
    ],
    [
      'JSON where a file is declared',
      [{ name: 'photo', value: '{}', fileName: 'a.json', type: 'application/json' }],
      { photo: new UploadedFile('a.json', 'application/json', Buffer.from('{}')) },
    ],
    ['a file of OpenAPI 3.1', [{ name: 'modern', value: 'x', type: 'image/png' }], { modern: png('', 'x') }],
    [
      'a text file where a string is declared',
      [{ name: 'note', value: 'x', fileName: 'a.txt', type: 'text/plain' }],
      { note: 'x' },
    ],
    [
      'another file where a string is declared',
      [{ name: 'note', value: 'x', fileName: 'a.png', type: 'image/png' }],
      { note: png('a.png', 'x') },
    ],
    [
      'an undeclared field',
      [
        { name: 'other', value: 'x' },
        { name: 'more', value: 'y', fileName: 'y.png', type: 'image/png' },
      ],
      { other: 'x', more: png('y.png', 'y') },
    ],
    [
      'base64',
      [{ name: 'photo', value: 'eA==', type: 'image/png', more: 'Content-Transfer-Encoding: base64' }],
      { photo: png('', 'x') },
    ],
    ['a name like a JavaScript internal', [{ name: '__proto__', value: 'x' }], JSON.parse('{"__proto__":"x"}')],
  ])('%s', async (_, parts, expected) => {
    expect(await read(bytesOf(parts))).toEqual(expected);
  });

  test('a file with an undeclared media type is rejected', async () => {
    const encoding = { photo: { contentType: 'image/png, image/jpeg' } };
    const photo = (type: string) => bytesOf([{ name: 'photo', value: 'x', fileName: 'x', type }]);
    expect(await read(photo('image/jpeg'), SCHEMA, encoding)).toEqual({
      photo: new UploadedFile('x', 'image/jpeg', Buffer.from('x')),
    });
    await expect(read(photo('image/gif'), SCHEMA, encoding)).rejects.toThrow(
      'form field photo: type image/gif is not allowed; use image/png, image/jpeg',
    );
  });

  test('FormData of the Fetch Standard is parsed', async () => {
    const sent = new FormData();
    sent.set('title', 'Ä "q"');
    sent.set('photo', new Blob([NOISE], { type: 'image/png' }), 'ä.png');
    sent.set('meta', new Blob(['{"a":1}'], { type: 'application/json' }));
    const response = new Response(sent);
    const [, boundary = ''] = /boundary=(.*)/.exec(response.headers.get('content-type') ?? '') ?? [];
    const body = new Uint8Array(await response.arrayBuffer());
    expect(await read(body, SCHEMA, undefined, boundary)).toEqual({
      title: 'Ä "q"',
      photo: png('ä.png', NOISE),
      meta: { a: 1 },
    });
  });
});

describe('a multipart form is rejected', () => {
  const BOUND = 'b'.repeat(71);
  test.each<[string, Uint8Array, string, string]>([
    ['without a boundary', bytesOf([]), '', 'Content-Type has no boundary'],
    ['with a long boundary', bytesOf([], BOUND), BOUND, 'the multipart boundary is longer than 70 characters'],
    [
      'without content',
      Buffer.from(''),
      'xyz',
      'the body is not valid multipart/form-data: Unexpected end of multipart data',
    ],
    [
      'if it is truncated',
      bytesOf([{ name: 'title', value: 'x' }]).subarray(0, -10),
      'xyz',
      'the body is not valid multipart/form-data: ',
    ],
    ['if it has another boundary', bytesOf([], 'abc'), 'xyz', 'the body is not valid multipart/form-data: '],
    [
      'if a part has no name',
      Buffer.from('--xyz\r\nContent-Disposition: form-data\r\n\r\nx\r\n--xyz--'),
      'xyz',
      'a form part has no name',
    ],
    [
      'if JSON in it is invalid',
      bytesOf([{ name: 'meta', value: '{', type: 'application/json' }]),
      'xyz',
      'form field meta: the body is not valid JSON',
    ],
    [
      'with too many parts',
      bytesOf(Array(10_000).fill({ name: 'tags', value: 'x' })),
      'xyz',
      'the body has more than 1000 parts',
    ],
  ])('%s', async (_, body, boundary, message) => {
    const rejection = await Promise.resolve(read(body, SCHEMA, undefined, boundary)).catch((error) => error);
    expect(rejection).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining(message) });
  });

  test('with four million bytes of boundaries', async () => {
    await expect(read(Buffer.from('\r\n--a\r\n\r\n'.repeat(400_000)), SCHEMA, undefined, 'a')).rejects.toThrow(
      'the body has more than 1000 parts',
    );
  });

  test('any content is parsed to an object or rejected', async () => {
    const whole = bytesOf([
      { name: 'title', value: 'x' },
      { name: 'photo', value: 'y', fileName: 'y.png', type: 'image/png' },
    ]);
    const cut = fc.nat({ max: whole.length });
    const insert = fc.constantFrom('\r\n', '--xyz', '--', ':', '"', ';', '\r\n\r\n', '\n', 'a', '\0', 'é', '--xyz--');
    await checkProperty(
      fc.asyncProperty(cut, cut, insert, async (from, to, text) => {
        const body = Buffer.concat([whole.subarray(0, from), Buffer.from(text), whole.subarray(to)]);
        const result = await Promise.resolve(read(body)).catch((error) => {
          expect(error).toMatchObject({ code: 'invalid_argument' });
          return {};
        });
        expect(result).toBeTypeOf('object');
      }),
      { numRuns: 300 },
    );
  });
});
