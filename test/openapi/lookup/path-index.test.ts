// Path lookup, compared with a regular expression for each template.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPathIndex } from '../../../src/openapi/lookup/path-index.ts';
import type { PathValue } from '../../../src/openapi/lookup/path-value.ts';
import { checkProperty } from '../../support/runs.ts';

/** The matching templates of a path with their values, most specific first. */
function found(
  templates: readonly string[],
  path: string,
  value?: (name: string) => PathValue | undefined,
): readonly (readonly [string, readonly string[]])[] {
  const index = createPathIndex(templates.map((template) => ({ template, entry: template, ...(value && { value }) })));
  return [...index.find(path)].map(({ entry, texts }) => [entry, texts]);
}

/** The same by trying every template. */
function foundSlowly(templates: readonly string[], path: string): readonly (readonly [string, readonly string[]])[] {
  const shape = (template: string) => template.replace(/\{[^}]+\}/g, '{}');
  const compare = (one: string, other: string): number => {
    const segments = shape(other).split('/');
    for (const [at, segment] of shape(one).split('/').entries()) {
      const rival = segments[at] ?? '';
      if (segment === rival) continue;
      const isText = Number(rival.includes('{}')) - Number(segment.includes('{}'));
      const length = rival.replaceAll('{}', '').length - segment.replaceAll('{}', '').length;
      const values = rival.split('{}').length - segment.split('{}').length;
      const front = rival.indexOf('{}') - segment.indexOf('{}');
      return -isText || length || values || front || (segment > rival ? -1 : 1);
    }
    return 0;
  };
  const fitting = (all: readonly string[], sent: string) =>
    all
      .flatMap((template) => {
        const pieces = template.split(/\{[^}]+\}/).map((text) => text.replace(/[^a-z0-9/]/g, '\\$&'));
        const match = new RegExp(`^${pieces.join('([^/]+)')}$`).exec(sent);
        return match ? [[template, match.slice(1)] as const] : [];
      })
      .sort(([one], [other]) => compare(one, other));
  // A trailing slash of a template is optional.
  const slashed = templates.filter((template) => template !== '/' && template.endsWith('/'));
  return [...fitting(templates, path), ...fitting(slashed, `${path}/`)];
}

describe('the index of paths', () => {
  test.each<[string, string, readonly (readonly [string, readonly string[]])[]]>([
    ['a path without values', '/pets', [['/pets', []]]],
    ['a value', '/pets/7', [['/pets/{id}', ['7']]]],
    [
      'a path without values before one with values',
      '/pets/mine',
      [
        ['/pets/mine', []],
        ['/pets/{id}', ['mine']],
      ],
    ],
    [
      'a value with a suffix before a value alone',
      '/pets/7:feed',
      [
        ['/pets/{id}:feed', ['7']],
        ['/pets/{id}', ['7:feed']],
      ],
    ],
    ['two values in one segment', '/flights/bern-oslo-1', [['/flights/{from}-{to}', ['bern-oslo', '1']]]],
    ['nothing for an empty value', '/pets/', []],
    ['nothing for two empty values', '/flights/-', []],
    ['nothing for an additional slash', '/pets//', []],
    ['nothing for a path with more segments', '/pets/7/8', []],
    ['nothing for a path with fewer segments', '/flights', []],
    ['nothing for an inherited property name', '/__proto__', []],
    ['a value as sent', '/pets/%C3%A9%2F', [['/pets/{id}', ['%C3%A9%2F']]]],
  ])('finds %s', (_, path, expected) => {
    const templates = ['/pets/{id}', '/pets', '/pets/mine', '/pets/{id}:feed', '/flights/{from}-{to}'];
    expect(found(templates, path)).toEqual(expected);
  });

  test.each<[string, readonly string[], string, readonly (readonly [string, readonly string[]])[]]>([
    [
      'text in an earlier segment before more text in a later one',
      ['/{kind}/settings', '/users/{id}'],
      '/users/settings',
      [
        ['/users/{id}', ['settings']],
        ['/{kind}/settings', ['users']],
      ],
    ],
    [
      'a dead end after a literal',
      ['/users/mine', '/{kind}/{id}/x'],
      '/users/mine/x',
      [['/{kind}/{id}/x', ['users', 'mine']]],
    ],
    ['a template with an encoded text', ['/caf%C3%A9/{id}'], '/caf%c3%a9/1', [['/caf%C3%A9/{id}', ['1']]]],
    [
      'a template with a text that is not encoded',
      ['/café menu/{id}'],
      '/caf%C3%A9%20menu/1',
      [['/café menu/{id}', ['1']]],
    ],
    ['needlessly encoded text', ['/pets/{id}'], '/%70ets/1', [['/pets/{id}', ['1']]]],
    [
      'a text around a value that is encoded',
      ["/users(name='{name}'):get"],
      '/users(name=%27a%2Fb%27)%3Aget',
      [["/users(name='{name}'):get", ['a%2Fb']]],
    ],
    ['a value beside an invalid encoding', ['/{id}:get'], '/%zz%3Aget', [['/{id}:get', ['%zz']]]],
    ['an omitted trailing slash', ['/pets/', '/pets/{id}/'], '/pets/7', [['/pets/{id}/', ['7']]]],
    [
      'the template without a slash at the end first',
      ['/pets/', '/pets'],
      '/pets',
      [
        ['/pets', []],
        ['/pets/', []],
      ],
    ],
    ['no trailing slash of another template', ['/pets', '/'], '/pets/', []],
    ['two consecutive slashes', ['/vendor//addons'], '/vendor//addons', [['/vendor//addons', []]]],
    [
      'a value with a sign of another template language',
      ['/a/{id:}', '/b/{.format}', '/c{?limit,sort}'],
      '/a/1',
      [['/a/{id:}', ['1']]],
    ],
    ['a label that begins with a dot', ['/b/{id}{.format}'], '/b/1.json', [['/b/{id}{.format}', ['1', 'json']]]],
    ['no query in a template', ['/c{?limit,sort}'], '/c', [['/c{?limit,sort}', []]]],
    ['slashes in a value with an operator', ['/files/{path+}'], '/files/a/b/c', [['/files/{path+}', ['a/b/c']]]],
    ['slashes in a value before a text', ['/v1/{+name}:cancel'], '/v1/a/b:cancel', [['/v1/{+name}:cancel', ['a/b']]]],
    ['slashes in two values', ['/{+from}/to/{to*}'], '/a/b/to/c/d', [['/{+from}/to/{to*}', ['a/b', 'c/d']]]],
    [
      'slashes only where nothing else fits',
      ['/{path+}', '/a/{id}'],
      '/a/b',
      [
        ['/a/{id}', ['b']],
        ['/{path+}', ['a/b']],
      ],
    ],
    [
      'two values before one',
      ['/{a}', '/{a}{b}'],
      '/ab',
      [
        ['/{a}{b}', ['a', 'b']],
        ['/{a}', ['ab']],
      ],
    ],
    [
      'a prefix of a value before a suffix, in any order of the templates',
      ['/{a}b', '/a{b}'],
      '/acb',
      [
        ['/a{b}', ['cb']],
        ['/{a}b', ['ac']],
      ],
    ],
    [
      'the same order without a trailing slash, whatever other paths start the same',
      ['/{a}/b', '/{a}{b}/', '/{a}/'],
      '/ab',
      [
        ['/{a}{b}/', ['a', 'b']],
        ['/{a}/', ['ab']],
      ],
    ],
    ['no slashes in other values', ['/files/{path}'], '/files/a/b', []],
    ['a hash as part of the path', ['/pets#copy', '/pets'], '/pets%23copy', [['/pets#copy', []]]],
    ['a question mark as part of the path', ['/search?q={q}'], '/search%3Fq=a', [['/search?q={q}', ['a']]]],
  ])('finds %s', (_, templates, path, expected) => {
    expect(found(templates, path)).toEqual(expected);
  });

  test('splits two adjacent values by the allowed texts of one', () => {
    const value = (name: string) => ({
      choices: name === 'ending' ? ['.json', '.xml', 'n'] : [],
      shapes: [],
      mayContainSlashes: false,
    });
    expect(found(['/{page}{ending}'], '/about.json', value)).toEqual([['/{page}{ending}', ['about', '.json']]]);
    expect(found(['/{page}{ending}'], '/about', value)).toEqual([['/{page}{ending}', ['abou', 't']]]);
    expect(found(['/{page}{ending}'], '/n', value)).toEqual([]);
  });

  test('matches values with slashes by known sequences, more literal text first', () => {
    const topic = { choices: [], shapes: [['projects', '*', 'topics', '*']], mayContainSlashes: false };
    const anything = { choices: [], shapes: [['projects', '*', '*', '*']], mayContainSlashes: false };
    const value = (name: string) => (name === 'topic' ? topic : name === 'name' ? anything : undefined);
    const templates = [
      '/v1/{name}',
      '/v1/{topic}',
      '/v1/{topic}:publish',
      '/v1/{topic}/subscriptions',
      '/v1/{other}/deep',
    ];
    const first = (path: string) => found(templates, path, value)[0];
    expect(first('/v1/projects/a/topics/b')).toEqual(['/v1/{topic}', ['projects/a/topics/b']]);
    expect(first('/v1/projects/a/snapshots/b')).toEqual(['/v1/{name}', ['projects/a/snapshots/b']]);
    expect(first('/v1/projects/a/topics/b:publish')).toEqual(['/v1/{topic}:publish', ['projects/a/topics/b']]);
    expect(first('/v1/projects/a/topics/b/subscriptions')).toEqual([
      '/v1/{topic}/subscriptions',
      ['projects/a/topics/b'],
    ]);
    expect(first('/v1/projects/a/topics/b%2Fc')).toEqual(['/v1/{topic}', ['projects/a/topics/b%2Fc']]);
    expect(first('/v1/projects/a/topics')).toBeUndefined();
    expect(first('/v1/a/b/deep')).toBeUndefined();
  });

  test('reports templates that differ only in parameter names', () => {
    const templates = ['/a/{x}', '/a/{y}', '/a/b', '/a/{x}#one', '/a/{y}#two', '/a/{z}#two', '/{x}-{y}', '/{y}-{x}'];
    const { duplicates: alike } = createPathIndex(templates.map((template) => ({ template, entry: template })));
    expect(alike).toEqual([
      ['/a/{x}', '/a/{y}'],
      ['/a/{y}#two', '/a/{z}#two'],
      ['/{x}-{y}', '/{y}-{x}'],
    ]);
  });

  test('takes linear time for hostile paths', () => {
    const templates = ['/{+a}/x/{+b}/x/{+c}/x/{+d}/x/{+e}/x/{+f}/y', '/{a}-{b}-{c}-{d}-{e}', '/{path+}'];
    const index = createPathIndex(templates.map((template) => ({ template, entry: template })));
    const first = (path: string) => index.find(path)[Symbol.iterator]().next().value?.entry;
    expect(first('/x'.repeat(250))).toBe('/{path+}');
    expect(first('/x'.repeat(250_000))).toBeUndefined();
    expect(first(`/${'-'.repeat(1_000_000)}`)).toBe('/{a}-{b}-{c}-{d}-{e}');
    expect(first(`/${'-'.repeat(1_000_000)}/y`)).toBeUndefined();
    expect(first(`/${'%2D'.repeat(250_000)}`)).toBe('/{a}-{b}-{c}-{d}-{e}');
  });

  test('finds the same as a regular expression for each template, more literal text first', () => {
    const segment = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('', 'a', 'b', 'ab', 'a.b', '(a|b)', 'constructor') },
      { weight: 2, arbitrary: fc.constantFrom('{x}', '{y}') },
      fc.constantFrom('{x}:a', 'a{x}', '{x}-{y}', '{x}{y}', '{x}.b', 'a-{y}.b'),
    );
    const template = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
    const sent = fc.oneof(
      fc.constantFrom('', 'a', 'b', 'ab', 'a.b', 'a:a', 'a-b', 'a-b.b', 'a-a-b', '{x}', 'a\nb', '%'),
      fc.string({ maxLength: 4 }).filter((text) => !text.includes('/')),
    );
    const path = fc.array(sent, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join('/')}`);
    checkProperty(
      fc.property(fc.uniqueArray(template, { maxLength: 12 }), path, (templates, one) => {
        expect(found(templates, one)).toEqual(foundSlowly(templates, one));
      }),
      { numRuns: 2000 },
    );
  });
});
