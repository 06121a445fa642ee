// Overlays of version 1.1 and 1.2: copies, primitives, reusable actions.

import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDocument } from '../../../../src/openapi/read/open-document.ts';
import { applyOverlay } from '../../../../src/openapi/read/overlay/apply-overlay.ts';
import { Provenance } from '../../../../src/openapi/read/overlay/provenance.ts';
import { readOverlay } from '../../../../src/openapi/read/overlay/read-overlay.ts';
import { written } from '../../../support/opened.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Shop, version: "1", description: Of goods }
tags: [{ name: goods }, { name: internal }]
paths:
  /goods:
    get: { tags: [goods, internal], responses: { "200": { description: Goods } } }
  /archive:
    delete: { responses: { "204": { description: Gone } } }
`;

// biome-ignore lint/suspicious/noExplicitAny: depends on the overlay
type Anything = any;

/** Opens the shop with an overlay of a version. */
async function overlaid(version: string, rest: string, document = DOCUMENT) {
  const location = await written({
    'api.yaml': document,
    'o.yaml': `overlay: ${version}\ninfo: { title: O, version: "1" }\n${rest}`,
  });
  const overlays = [join(dirname(location), 'o.yaml')];
  const { bundled, findings, locate } = await openDocument(location, { overlays });
  return {
    document: bundled as Anything,
    lines: findings.map(({ line, pointer, message }) => `${line} ${pointer} ${message}`),
    locate,
  };
}

describe('copy', () => {
  test('merges a value of the document into the target', async () => {
    const { document, lines } = await overlaid(
      '1.1.0',
      `actions:
  - { target: "$.paths['/archive']", copy: "$.paths['/goods']" }
  - { target: "$.paths['/archive'].get.responses['200']", update: { description: Old goods } }`,
    );
    expect(lines).toEqual([]);
    expect(Object.keys(document.paths['/archive'])).toEqual(['delete', 'get']);
    expect(document.paths['/archive'].get.responses['200'].description).toBe('Old goods');
    expect(document.paths['/goods'].get.responses['200'].description).toBe('Goods');
  });

  test('renames a path together with update and remove', async () => {
    const { document, lines } = await overlaid(
      '1.1.3',
      `actions:
  - { target: $.paths, update: { /products: {} } }
  - { target: "$.paths['/products']", copy: "$.paths['/goods']" }
  - { target: "$.paths['/goods']", remove: true }`,
    );
    expect(lines).toEqual([]);
    expect(Object.keys(document.paths)).toEqual(['/archive', '/products']);
    expect(document.paths['/products'].get.tags).toEqual(['goods', 'internal']);
  });

  test('appends to lists, replaces primitives, and may contain its target', async () => {
    const { document } = await overlaid(
      '1.1.0',
      `actions:
  - { target: $.tags, copy: "$.tags[0]" }
  - { target: $.paths, update: { x-first: {} } }
  - { target: $.info.title, copy: $.info.description }
  - { target: $.paths.x-first, copy: $.paths }`,
    );
    expect(document.tags.map(({ name }: Anything) => name)).toEqual(['goods', 'internal', 'goods']);
    expect(document.info.title).toBe('Of goods');
    expect(Object.keys(document.paths['x-first'])).toEqual(['/goods', '/archive', 'x-first']);
  });

  test('has findings at the original place of the copied value', async () => {
    const { locate } = await overlaid(
      '1.1.0',
      `actions: [{ target: "$.paths['/archive']", copy: "$.paths['/goods']" }]`,
    );
    const pointer = '/paths/~1archive/get/responses/200/description';
    const [found] = await locate([{ severity: 'warn', rule: 'r', message: 'm', pointer }]);
    expect([found?.file.split('/').at(-1), found?.pointer]).toEqual([
      'api.yaml',
      '/paths/~1goods/get/responses/200/description',
    ]);
  });

  test.each([
    ["$.paths['/archive']", '$.paths.*', 'copy must match one value, but $.paths.* matches 2; no change'],
    ["$.paths['/archive']", '$.nowhere', 'copy must match one value, but $.nowhere matches nothing; no change'],
    ["$.paths['/archive']", '$.info.title', 'the value at /paths/~1archive is no primitive; no change'],
    ['$.info', '$.paths[', 'copy is invalid JSONPath (RFC 9535): '],
  ])('into %s of %s is reported', async (target, copy, message) => {
    const { lines } = await overlaid('1.1.0', `actions:\n  - { target: "${target}", copy: "${copy}" }`);
    expect(lines).toEqual([expect.stringContaining(`4 /actions/0/target ${message}`)]);
  });

  test('has no effect in version 1.0, and is reported', async () => {
    const { document, lines } = await overlaid('1.0.0', 'actions: [{ target: $.info, copy: $.paths }]');
    expect(document.info['/goods']).toBeUndefined();
    expect(lines[0]).toBe('3 /actions/0/copy "copy" has no effect before overlay: 1.1.0');
  });

  test('has no effect beside update, and is reported', async () => {
    const { document, lines } = await overlaid(
      '1.1.0',
      'actions: [{ target: $.info, copy: $.paths, update: { a: 1 } }]',
    );
    expect(document.info.a).toBeUndefined();
    expect(lines).toEqual(['3 /actions/0/target has both update and copy; no change']);
  });

  test('of a list into itself again and again ends at a limit', () => {
    const copies = Array.from({ length: 40 }, () => '{ target: $.x, copy: $.x }');
    const overlay = readOverlay(`overlay: 1.1.0\nactions: [${copies}]`);
    const { ineffective } = applyOverlay({ x: [1] }, overlay, 'o.yaml', new Provenance('api.yaml'));
    expect(ineffective.at(-1)).toEqual({
      pointer: '/actions/39/target',
      message: 'the overlay adds more than 250000 values; no change',
    });
  });

  test('into the deepest place of what was copied ends at a limit', () => {
    const places = Array.from({ length: 11 }, (_, index) => `$${'.x'.repeat(2 ** index)}`);
    const copies = places.map((target) => `{ target: ${target}, copy: $ }`);
    const overlay = readOverlay(`overlay: 1.1.0\nactions: [${copies}]`);
    const { ineffective } = applyOverlay({ x: {} }, overlay, 'o.yaml', new Provenance('api.yaml'));
    expect(ineffective[0]?.message).toBe('makes the document more than 500 levels deep; no change');
  });
});

describe('update since version 1.1', () => {
  test('replaces primitives, and removes them from lists', async () => {
    const { document, lines } = await overlaid(
      '1.1.0',
      `actions:
  - { target: $.info.description, update: Of all goods }
  - { target: "$.paths.*.*.tags[?@ == 'internal']", remove: true }
  - { target: "$.paths.*.*.tags[?@ == 'goods']", update: sale }`,
    );
    expect(lines).toEqual([]);
    expect(document.info.description).toBe('Of all goods');
    expect(document.paths['/goods'].get.tags).toEqual(['sale']);
  });

  test.each([
    ['$.info', '{ title: { en: Shop } }', 'values of different kinds are not merged: /info/title'],
    ['$', '{ info: { title: [], description: [], version: [] }, tags: {}, paths: null }', '/info/version, and 2 more'],
    ['$.info', '[1]', 'the value at /info is no list; no change'],
    ['$.info.title', '{}', 'the value at /info/title is no object; no change'],
    ['$.info["title", "description"]', '[a]', 'the value at /info/title is no list; no change'],
    ['$["info", "tags"]', '{}', 'matches values of different kinds: object, list; no change'],
  ])('of %s by %s leaves values of another kind unchanged, and is reported', async (target, update, message) => {
    const { document, lines } = await overlaid('1.1.0', `actions: [{ target: '${target}', update: ${update} }]`);
    expect(lines).toEqual([expect.stringContaining(message)]);
    expect(document.info).toEqual({ title: 'Shop', version: '1', description: 'Of goods' });
    expect(Object.keys(document.paths)).toEqual(['/goods', '/archive']);
  });

  test('applies once to what aliases of YAML share', async () => {
    const { document } = await overlaid(
      '1.1.0',
      'actions: [{ target: $.x.*, update: [2] }]',
      `${DOCUMENT}x: { a: &list [1], b: *list }\n`,
    );
    expect(document.x).toEqual({ a: [1, 2], b: [1, 2] });
  });
});

describe('reusable actions of version 1.2', () => {
  const COMPONENTS = `components:
  actions:
    not/found: { description: Adds 404, fields: { update: { "404": { description: Not found } } } }
    gone: { fields: { remove: true } }
    first: { fields: { copy: "$.tags[0]" } }
`;

  test('are applied to the target of each reference', async () => {
    const { document, lines } = await overlaid(
      '1.2.0',
      `${COMPONENTS}actions:
  - { $ref: "#/components/actions/not~1found", target: "$.paths['/goods'].get.responses" }
  - { $ref: "#/components/actions/not~1found", target: "$.paths['/archive'].delete.responses", description: Also }
  - { $ref: "#/components/actions/first", target: $.tags }
  - { $ref: "#/components/actions/gone", target: $.info.description }`,
    );
    expect(lines).toEqual([]);
    expect(Object.keys(document.paths['/goods'].get.responses)).toEqual(['200', '404']);
    expect(Object.keys(document.paths['/archive'].delete.responses)).toEqual(['204', '404']);
    expect(document.tags).toHaveLength(3);
    expect(document.info.description).toBeUndefined();
  });

  test('have findings at their own lines', async () => {
    const { locate } = await overlaid(
      '1.2.0',
      `${COMPONENTS}actions: [{ $ref: "#/components/actions/not~1found", target: "$.paths['/goods'].get.responses" }]`,
    );
    const pointer = '/paths/~1goods/get/responses/404/description';
    const [found] = await locate([{ severity: 'warn', rule: 'r', message: 'm', pointer }]);
    expect([found?.file.split('/').at(-1), found?.line, found?.pointer]).toEqual([
      'o.yaml',
      5,
      '/components/actions/not~1found/fields/update/404/description',
    ]);
  });

  test.each([
    ['#/components/actions/none', /line 8.*#\/components\/actions\/none is not one of the components\.actions/],
    ['other.yaml#/components/actions/gone', /other\.yaml#\/components\/actions\/gone is not one of/],
    ['#/components/actions/not/found', /not one of/],
  ])('that %s does not name are rejected', async (ref, message) => {
    const actions = `${COMPONENTS}actions: [{ $ref: "${ref}", target: $.info }]`;
    await expect(overlaid('1.2.0', actions)).rejects.toThrow(message);
  });

  test('report fields that they do not have', async () => {
    const { lines } = await overlaid(
      '1.2.0',
      `components:
  schemas: {}
  actions:
    a: { update: {}, fields: { target: $.info, remove: true } }
actions: [{ $ref: "#/components/actions/a", target: $.info.description, update: no }]`,
    );
    expect(lines).toEqual([
      '7 /actions/0/update unknown overlay field "update"',
      '4 /components/schemas unknown overlay field "schemas"',
      '6 /components/actions/a/update unknown overlay field "update"',
      '6 /components/actions/a/fields/target unknown overlay field "target"',
    ]);
  });

  test('are unknown in version 1.1', async () => {
    const { document, lines } = await overlaid(
      '1.1.0',
      `${COMPONENTS}actions: [{ target: $.info, update: { x-a: 1 } }]`,
    );
    expect(document.info['x-a']).toBe(1);
    expect(lines).toEqual(['3 /components "components" has no effect before overlay: 1.2.0']);
  });
});
