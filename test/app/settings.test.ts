// The table of settings: each is used, described and has a valid default.

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { withDefaults } from '../../src/app/server-settings.ts';
import type { Setting } from '../../src/app/settings/setting.ts';
import { SETTINGS } from '../../src/app/settings/settings.ts';
import { configProblems } from '../../src/cli/config/config-problems.ts';
import { createMockServer, defineConfig } from '../../src/index.ts';
import { pets } from '../support/pets/api.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ALL = Object.entries<Setting>(SETTINGS);
const PETSTORE = `${ROOT}examples/petstore/petstore.yaml`;

/** The properties that files read: in `a.name`, and in patterns such as `{ name }`. */
function propertiesReadIn(pattern: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, properties, property, computed } = node as Readonly<Record<string, unknown>>;
    if (type === 'ObjectPattern') for (const one of properties as readonly Node[]) names.add(one.key?.name ?? '');
    if (type === 'MemberExpression' && !computed) names.add((property as { readonly name: string }).name);
    for (const child of Object.values(node)) visit(child);
  };
  for (const path of globSync(pattern, { cwd: ROOT }))
    visit(parseAst(readFileSync(ROOT + path, 'utf8'), { lang: 'ts' }));
  return names;
}

interface Node {
  readonly key?: { readonly name: string };
}

describe('each setting', () => {
  test('of createMockServer is read in src/app', () => {
    const names = propertiesReadIn('src/app/*.ts');
    const ofServer = ALL.filter(([, { isCommandOnly }]) => !isCommandOnly).map(([name]) => name);
    expect(ofServer.length).toBeGreaterThan(30);
    expect(ofServer.filter((name) => !names.has(name))).toEqual([]);
  });

  test('of commands only is read in src/cli', () => {
    const names = propertiesReadIn('src/cli/{serve/*,verify/named-operations}.ts');
    const ofCommands = ALL.filter(([, { isCommandOnly }]) => isCommandOnly).map(([name]) => name);
    expect(ofCommands.length).toBeGreaterThan(10);
    expect(ofCommands.filter((name) => !names.has(name))).toEqual([]);
  });

  test('has a valid default', () => {
    const problems = ALL.flatMap(([name, { schema, default: usual, commandDefault = usual }]) =>
      [usual, commandDefault]
        .filter((value) => value !== undefined && value !== '')
        .flatMap((value) => configProblems(schema, value, `/${name}`)),
    );
    expect(problems).toEqual([]);
  });

  test('has a comment that names its default', () => {
    const tables = globSync('src/app/settings/*.ts', { cwd: ROOT }).map((path) => readFileSync(ROOT + path, 'utf8'));
    const comments = tables.flatMap((text) => [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2}(\w+): \w+\(/g)]);
    const described = new Map(comments.map(([, comment = '', name]) => [name, comment.replaceAll(/[\s*]+/g, ' ')]));
    for (const [name, { default: usual }] of ALL) {
      const comment = described.get(name);
      expect(comment, name).toBeDefined();
      if (usual === undefined) continue;
      expect(comment, name).toMatch(usual === '' ? /\bDefault: / : new RegExp(`\\bDefault \`?${usual}\\b`));
    }
  });
});

test('settings that are left out or undefined have their defaults', () => {
  const settings = withDefaults({ apis: [pets], records: undefined, data: 'state', outputCheck: 'report' });
  expect(settings).toMatchObject({ records: 3, bodyLimit: 4_194_304, outputCheck: 'report', folder: 'state' });
  expect(withDefaults({ apis: [pets], data: 'state', durability: 'memory' }).folder).toBeUndefined();
});

test('settings that are not in the table do not compile', () => {
  const never = [
    // @ts-expect-error The setting does not exist.
    () => defineConfig({ prot: 1 }),
    // @ts-expect-error It is another type.
    () => defineConfig({ port: '1' }),
    // @ts-expect-error It has other values.
    () => createMockServer(PETSTORE, { outputCheck: 'off' }),
    // @ts-expect-error Only `understudy serve` has it.
    () => createMockServer(PETSTORE, { quiet: true }),
  ];
  expect(never).toHaveLength(4);
});
