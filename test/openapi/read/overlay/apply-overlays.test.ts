// Overlays, and findings of invalid ones.

import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../../src/openapi/read/open-document.ts';
import { written } from '../../../support/opened.ts';

const DOCUMENT = `openapi: 3.0.3
info: { title: Pets, version: "1", description: Of pets }
paths:
  /pets:
    get:
      tags: [pets]
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: debug, in: query, schema: { type: boolean } }
        - { name: sort, in: query, schema: { type: string } }
      responses: { "200": { description: ok } }
  /pets/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: ok } }
`;

/** An uncached document. */
// biome-ignore lint/suspicious/noExplicitAny: depends on the overlay
type Anything = any;

/** Opens the pets document with overlays, given as YAML actions. */
async function overlaid(...actions: readonly string[]) {
  const files = actions.map((text, index) => [`overlay-${index}.yaml`, text] as const);
  const location = await written({
    'api.yaml': DOCUMENT,
    ...Object.fromEntries(
      files.map(([, text], index) => [
        `overlay-${index}.yaml`,
        /^(# )?overlay/.test(text) ? text : `overlay: 1.0.0\ninfo: { title: O, version: "1" }\nactions:\n${text}`,
      ]),
    ),
  });
  const overlays = files.map((_, index) => join(dirname(location), `overlay-${index}.yaml`));
  const { bundled, findings, locate } = await openDocument(location, { overlays });
  const lines = findings.map(
    ({ file, line, pointer, message }) => `${file.split('/').at(-1)}:${line} ${pointer} ${message}`,
  );
  return { document: bundled as Anything, lines, locate };
}

describe('an overlay', () => {
  test('adds and replaces members', async () => {
    const { document, lines } = await overlaid(`
  - target: $.info
    update: { title: My pets, contact: { name: Ann } }
  - target: $.paths['/pets/{id}']
    update: { x-understudy: { id: tag } }`);
    expect(document.info).toEqual({ title: 'My pets', version: '1', description: 'Of pets', contact: { name: 'Ann' } });
    expect(document.paths['/pets/{id}']['x-understudy']).toEqual({ id: 'tag' });
    expect(document.paths['/pets/{id}'].get).toBeDefined();
    expect(lines).toEqual([]);
  });

  test('appends to lists, also nested ones', async () => {
    const { document } = await overlaid(`
  - target: $.paths['/pets'].get.parameters
    update: { name: q, in: query, schema: { type: string } }
  - target: $.paths['/pets'].get
    update: { tags: [animals] }`);
    expect(document.paths['/pets'].get.parameters.map(({ name }: Anything) => name)).toEqual([
      'limit',
      'debug',
      'sort',
      'q',
    ]);
    expect(document.paths['/pets'].get.tags).toEqual(['pets', 'animals']);
  });

  test('removes all matches', async () => {
    const { document } = await overlaid(`
  - target: $.paths['/pets'].get.parameters[?@.name != 'sort']
    remove: true
  - target: $.info.description
    remove: true`);
    expect(document.paths['/pets'].get.parameters).toEqual([{ name: 'sort', in: 'query', schema: { type: 'string' } }]);
    expect(document.info).not.toHaveProperty('description');
  });

  test.each<[target: string, names: string]>([
    ['[2,0]', 'debug'],
    ['[::-1]', ''],
    ['[-1]', 'limit debug'],
    ['[0,0]', 'debug sort'],
    ["[?@.name == 'sort', 0]", 'debug'],
  ])('removes list items by %s in any order', async (places, names) => {
    const { document } = await overlaid(`
  - target: "$.paths['/pets'].get.parameters${places}"
    remove: true`);
    expect(document.paths['/pets'].get.parameters.map(({ name }: Anything) => name).join(' ')).toBe(names);
  });

  test('removes values inside of other removed values', async () => {
    const { document } = await overlaid(`
  - target: $.paths['/pets'].get.parameters[?@.name == 'debug', ?@.name == 'limit']..schema
    remove: true
  - target: $.paths['/pets/{id}']['get', 'get'].parameters
    remove: true
  - target: $..tags..*
    remove: true
  - target: $.paths['/pets']..*
    remove: true`);
    expect(document.paths).toEqual({
      '/pets': {},
      '/pets/{id}': { get: { responses: { '200': { description: 'ok' } } } },
    });
  });

  test('preserves the source positions of remaining list items', async () => {
    const { document, locate } = await overlaid(
      `
  - target: $.paths['/pets'].get.parameters[1,0]
    remove: true`,
      `
  - target: $.paths['/pets'].get.parameters
    update: [{ name: first, in: query }, { name: second, in: query }]`,
      `
  - target: $.paths['/pets'].get.parameters[1]
    remove: true`,
    );
    const found = await locate(
      [0, 1].map((index) => ({
        severity: 'warn',
        rule: '',
        message: '',
        pointer: `/paths/~1pets/get/parameters/${index}`,
      })),
    );
    expect(document.paths['/pets'].get.parameters.map(({ name }: Anything) => name)).toEqual(['sort', 'second']);
    expect(found.map(({ file, pointer }) => `${file.split('/').at(-1)} ${pointer}`)).toEqual([
      'api.yaml /paths/~1pets/get/parameters/2',
      'overlay-1.yaml /actions/0/update/1',
    ]);
  });

  test('adds independent copies to several locations', async () => {
    const { document } = await overlaid(`
  - target: $.paths.*.get.parameters
    update: [{ name: trace, in: query }]
  - target: $.paths['/pets'].get.parameters[?@.name == 'trace']
    update: { deprecated: true }`);
    const last = (path: string) => document.paths[path].get.parameters.at(-1);
    expect(last('/pets')).toEqual({ name: 'trace', in: 'query', deprecated: true });
    expect(last('/pets/{id}')).toEqual({ name: 'trace', in: 'query' });
  });

  test.each([
    ['is too long', '{}', `$.info${'.a'.repeat(5000)}`, 'it is longer than 10000 characters'],
    [
      'matches too many locations',
      `{ x-many: [${Array.from({ length: 101 }, () => `{ a: [${'0,'.repeat(999)}0] }`)}] }`,
      '$.x-many[*].a[*]',
      'it matches more than 100000 locations',
    ],
  ])('reports a target that %s', async (_, update, target, reason) => {
    const { lines } = await overlaid(`
  - target: $
    update: ${update}
  - target: ${target}
    remove: true`);
    expect(lines).toEqual([expect.stringMatching(`invalid JSONPath \\(RFC 9535\\): ${reason}$`)]);
  });

  test('applies once to a location that matches twice', async () => {
    const { document } = await overlaid(`
  - target: $.paths['/pets']['get', 'get']
    update: { tags: [animals] }`);
    expect(document.paths['/pets'].get.tags).toEqual(['pets', 'animals']);
  });

  test('removes many items of a long list', async () => {
    const { document } = await overlaid(
      `
  - target: $
    update: { x-many: [${Array.from({ length: 50_000 }, (_, index) => index)}] }`,
      `
  - target: $.x-many[?@ > 9]
    remove: true`,
    );
    expect(document['x-many']).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.each([
    ["[?search(@.name, '^(s|so)*r?t$')]", 'limit debug'],
    ["[?match(@.name, '(a+)+.*')]", 'limit debug sort'],
    ["[?match(@.name, 'so')]", 'limit debug sort'],
    ["[?match(@.name, 'so|sort')]", 'limit debug'],
    ["[?search(@.name, 'so')]", 'limit debug'],
    ["[?search(@.name, '(')]", 'limit debug sort'],
    ['[?match(@.name, 1)]', 'limit debug sort'],
    ["[?match(@.schema, '.*')]", 'limit debug sort'],
  ])('removes items that match a regular expression: %s', async (filter, names) => {
    const { document } = await overlaid(`
  - target: "$.paths['/pets'].get.parameters${filter}"
    remove: true`);
    expect(document.paths['/pets'].get.parameters.map(({ name }: Anything) => name).join(' ')).toBe(names);
  });

  test.each(['search', 'match'])('evaluates %s with an expensive expression in bounded time', async (by) => {
    const { document, lines } = await overlaid(`
  - target: $.info
    update: { x-long: [{ name: ${'a'.repeat(60)}! }] }
  - target: $.info.x-long[?${by}(@.name, '^(a+)+$')]
    remove: true`);
    expect(document.info['x-long']).toHaveLength(1);
    expect(lines).toEqual(['overlay-0.yaml:7 /actions/1/target matches nothing in the document; no change']);
  });

  test('updates all matches', async () => {
    const { document } = await overlaid(`
  - target: $.paths.*.get.responses
    update: { "404": { description: None } }`);
    const statuses = Object.values(document.paths).map(({ get }: Anything) => Object.keys(get.responses));
    expect(statuses).toEqual([
      ['200', '404'],
      ['200', '404'],
    ]);
  });

  test('applies after earlier overlays', async () => {
    const { document } = await overlaid(
      `
  - target: $.info
    update: { x-a: {} }`,
      `
  - target: $.info.x-a
    update: { b: 1 }`,
    );
    expect(document.info['x-a']).toEqual({ b: 1 });
  });

  test('may have members of any name, without side effects', async () => {
    const { document } = await overlaid(`
  - target: $.info
    update: { __proto__: { polluted: true }, constructor: { prototype: { polluted: true } } }`);
    expect(Object.hasOwn(document.info, '__proto__')).toBe(true);
    expect(({} as Anything).polluted).toBeUndefined();
    expect(document.info.polluted).toBeUndefined();
  });

  test('has findings at its own lines, in addition to those of the document', async () => {
    const { locate } = await overlaid(`
  - target: $.paths['/pets'].get.parameters[1]
    remove: true
  - target: $.paths['/pets']
    update:
      x-understudy:
        ressource: cats`);
    const remark = { severity: 'warn', rule: 'r', message: 'm' } as const;
    const found = await locate([
      { ...remark, pointer: '/paths/~1pets/x-understudy/ressource' },
      { ...remark, pointer: '/paths/~1pets/get/parameters/1/name' },
      { ...remark, pointer: '/paths/~1pets/get/parameters/0/name' },
    ]);
    expect(found.map(({ file, line, pointer }) => `${file.split('/').at(-1)}:${line} ${pointer}`)).toEqual([
      'api.yaml:8 /paths/~1pets/get/parameters/0/name',
      'api.yaml:10 /paths/~1pets/get/parameters/2/name',
      'overlay-0.yaml:10 /actions/1/update/x-understudy/ressource',
    ]);
  });

  test.each<[what: string, actions: string, line: string]>([
    [
      'a target without matches',
      '  - { target: "$.paths[\'/cats\']", remove: true }',
      'overlay-0.yaml:4 /actions/0/target matches nothing in the document; no change',
    ],
    [
      'a target that is not JSONPath',
      '  - { target: $.paths[, remove: true }'.replace('$.paths[', '"$.paths["'),
      'overlay-0.yaml:4 /actions/0/target invalid JSONPath (RFC 9535)',
    ],
    [
      'a target that is a string',
      '  - { target: $.info.title, update: { a: 1 } }',
      'overlay-0.yaml:4 /actions/0/target only objects and lists can be updated',
    ],
    [
      'an action without effect',
      '  - { target: $.info }',
      'overlay-0.yaml:4 /actions/0/target has neither update nor remove: true',
    ],
    [
      'removal of the whole document',
      '  - { target: $, remove: true }',
      'overlay-0.yaml:4 /actions/0/target the whole document cannot be removed',
    ],
    [
      'an unknown field',
      '  - { target: $.info, updates: {}, remove: false, update: {} }',
      'overlay-0.yaml:4 /actions/0/updates unknown overlay field "updates"; did you mean update?',
    ],
    [
      'an overlay for another document',
      'overlay: 1.0.0\nextends: other.yaml\nactions: []',
      'overlay-0.yaml:2 /extends it extends other.yaml, but is used for another document',
    ],
  ])('reports %s', async (_, actions, line) => {
    const { lines } = await overlaid(actions);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
  });

  test.each<[what: string, text: string, message: RegExp]>([
    ['is not an overlay', 'overlay', /overlay-0\.yaml.*it is not an overlay/],
    ['has a later version', 'overlay: 1.3.0\nactions: []', /version "1\.3\.0" is not supported; use 1\.0\.0/],
    ['has another version', 'overlay: 2.0.0\nactions: []', /version "2\.0\.0" is not supported/],
    ['has a number as its version', 'overlay: 1.1\nactions: []', /version 1\.1 is not supported/],
    ['has no version', '# overlay\nactions: []', /must have overlay: 1\.1\.0/],
    ['has no actions', 'overlay: 1.0.0', /must have a list of actions/],
    [
      'has an action without a target',
      'overlay: 1.0.0\nactions:\n  - { update: {} }',
      /line 3.*an object with a target/,
    ],
    ['cannot be parsed', 'overlay: [', /overlay-0\.yaml/],
  ])('that %s is rejected with file and line', async (_, text, message) => {
    await expect(overlaid(text)).rejects.toThrow(message);
  });

  test('that does not exist is rejected by name', async () => {
    const location = await written({ 'api.yaml': DOCUMENT });
    const overlays = [join(dirname(location), 'nowhere.yaml')];
    await expect(openDocument(location, { overlays })).rejects.toThrow(/nowhere\.yaml/);
  });

  test('may be outside of the document folder', async () => {
    const location = await written({ 'api.yaml': DOCUMENT });
    const overlay = await written({
      'o.yaml': 'overlay: 1.0.0\nactions: [{ target: $.info, update: { title: Mine } }]',
    });
    expect((await openDocument(location, { overlays: [overlay] })).bundled.info.title).toBe('Mine');
  });
});
