// Multipart responses, generated from the value of a handler.

import { describe, expect, test } from 'vitest';
import { documentOf, ownMockServer } from '../../support/own-api.ts';

const FILE = { type: 'string', format: 'binary' };
const SCHEMA = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string' },
    size: { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    meta: { type: 'object', properties: { a: { type: 'integer' } } },
    photo: { ...FILE, maxLength: 4 },
  },
};
const PNG = Uint8Array.of(0x89, 0x50, 0x0d, 0x0a);

/** Serves `GET /a` with a response of this media type from a handler. */
async function giving(
  output: unknown,
  { type = 'multipart/form-data', schema = SCHEMA as object, encoding = {} } = {},
) {
  const responses = { 200: { description: 'Given.', content: { [type]: { schema, encoding } } } };
  const document = documentOf({ '/a': { get: { operationId: 'getA', responses } } });
  const { fetch, reported } = await ownMockServer(document, { getA: () => output });
  return { reported, response: await fetch(new Request('http://mock-server/a')) };
}

describe('a response in multipart/form-data', () => {
  test('has a part for each property, and for each item of a list', async () => {
    const { response } = await giving({
      title: 'Tür "offen"\r\n',
      size: 7,
      tags: ['a', 'b'],
      meta: { a: 1 },
      photo: { name: 'tür.png', type: 'image/png', bytes: PNG },
    });
    expect(response.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary="understudy-[0-9a-f]{32}"$/);
    const form = await response.formData();
    expect(form.get('title')).toBe('Tür "offen"\r\n');
    expect([form.get('size'), form.getAll('tags')]).toEqual(['7', ['a', 'b']]);
    expect(form.get('meta')).toSatisfy((text) => text === '{"a":1}');
    const photo = form.get('photo') as File;
    expect([photo.name, photo.type, new Uint8Array(await photo.arrayBuffer())]).toEqual(['tür.png', 'image/png', PNG]);
  });

  test('has the same bytes for the same values', async () => {
    const texts = await Promise.all(['x', 'x', 'y'].map(async (title) => (await giving({ title })).response.text()));
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]?.split('\r\n')[0]).not.toBe(texts[2]?.split('\r\n')[0]);
  });

  test.each<[string, () => unknown, string]>([
    ['bytes', () => PNG, 'application/octet-stream'],
    ['a Blob', () => new Blob([PNG], { type: 'image/png' }), 'image/png'],
    ['a File', () => new File([PNG], 'x.png', { type: 'image/png' }), 'image/png'],
    ['a file with an invalid media type', () => ({ type: 'a\r\nb: c', bytes: PNG }), 'application/octet-stream'],
  ])('accepts %s as a file', async (_, photo, type) => {
    const { response } = await giving({ title: 'x', photo: photo() });
    const file = (await response.formData()).get('photo') as File;
    expect([file.type, new Uint8Array(await file.arrayBuffer())]).toEqual([type, PNG]);
  });

  test('may be a FormData, whose texts are converted by the schema', async () => {
    const form = new FormData();
    form.append('title', 'x');
    form.append('size', '7');
    form.append('photo', new File([PNG], 'x.png', { type: 'image/png' }));
    const { response } = await giving(form);
    const given = await response.formData();
    expect([given.get('size'), (given.get('photo') as File).name]).toEqual(['7', 'x.png']);
  });

  test('has parts in the media types of its encoding', async () => {
    const encoding = { title: { contentType: 'application/json' }, photo: { contentType: 'image/jpeg, image/png' } };
    const { response } = await giving({ title: 'x', photo: PNG }, { encoding });
    const text = await response.text();
    expect(text).toContain('name="title"\r\nContent-Type: application/json\r\n\r\n"x"\r\n');
    expect(text).toContain('name="photo"; filename="photo"\r\nContent-Type: image/jpeg\r\n');
  });

  test.each<[string, unknown, object | undefined, string]>([
    ['without a required property', { size: 7 }, undefined, 'response /title is required'],
    ['with a value of a wrong type', { title: 'x', size: 'y' }, undefined, 'response /size must be an integer'],
    [
      'with a file that is too long',
      { title: 'x', photo: new Blob(['12345']) },
      undefined,
      'response /photo must have at most',
    ],
    [
      'that is text, with a wrong value',
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name="size"\r\n\r\ny\r\n--b--\r\n',
      undefined,
      'response /size must be an integer',
    ],
    [
      'with an object in a media type that is not JSON',
      { title: 'x', meta: {} },
      { encoding: { meta: { contentType: 'application/xml' } } },
      'part meta is an object and cannot be serialized as application/xml',
    ],
    [
      'with its own boundary in a part',
      { title: '--b' },
      { type: 'multipart/form-data; boundary=b' },
      'one of its parts contains the boundary b',
    ],
  ])('is rejected %s', async (_, output, described, says) => {
    const { response, reported } = await giving(output, described);
    expect([response.status, reported]).toEqual([
      500,
      [expect.objectContaining({ message: expect.stringContaining(says) })],
    ]);
  });

  test('that a handler has serialized itself gets its boundary into the media type', async () => {
    const { response } = await giving('--b c\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--b c--\r\n');
    expect(response.headers.get('content-type')).toBe('multipart/form-data; boundary="b c"');
    expect((await response.formData()).get('title')).toBe('x');
  });
});

describe('a response in multipart/mixed', () => {
  test('has the items of a list as parts without names', async () => {
    const schema = { type: 'array', items: {} };
    const { response } = await giving([{ a: 1 }, 'x', PNG], { type: 'multipart/mixed', schema });
    const [, boundary] = /^multipart\/mixed; boundary="(.*)"$/.exec(response.headers.get('content-type') ?? '') ?? [];
    const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(bytes.split(`--${boundary}`)).toEqual([
      '',
      '\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
      '\r\n\r\nx\r\n',
      '\r\nContent-Type: application/octet-stream\r\n\r\n\x89P\r\n\r\n',
      '--\r\n',
    ]);
  });

  test('has the properties of an object as parts with names', async () => {
    const { response } = await giving({ title: 'x' }, { type: 'multipart/mixed' });
    expect(await response.text()).toContain('Content-Disposition: form-data; name="title"\r\n\r\nx');
  });

  test('that a handler has serialized itself is not parsed', async () => {
    const { response } = await giving('--b\r\n\r\nx\r\n--b--\r\n', { type: 'multipart/mixed' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'multipart/mixed; boundary="b"']);
  });
});
