// Imports go down only, each foreign library has one door, and every file says what it is for.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** From the lowest floor up. A part may import what stands below it, and itself. */
const FLOORS = [
  ['schema'],
  ['openapi', 'store'],
  // What traffic exercises: asked by the engine, and by whoever else sees requests and answers.
  ['coverage'],
  ['engine'],
  ['protobuf', 'types', 'issuer', 'sample', 'report', 'diff'],
  ['replica', 'codec', 'grpc', 'listener', 'front', 'control', 'resource', 'record', 'fault', 'metrics'],
  // Of the control API the client knows the types, and nothing else of ours: it runs in browsers too. Handlers of MSW know nothing of ours.
  ['client', 'msw', 'contract', 'server-settings.ts', 'refit-state.ts'],
  // Judges documents by what a stand-in makes of them, and by the checks of examples.
  ['lint'],
  // What was recorded, by the operations of a document.
  ['recording'],
  ['load-apis.ts', 'api-names.ts'],
  ['assembly.ts', 'open-state.ts'],
  // The page runs in browsers, and speaks to a stand-in as any program can.
  ['mock-server.ts', 'inspector', 'parity', 'proxy'],
  ['config.ts', 'create-mock-server.ts'],
  ['index.ts'],
  ['identity'],
  ['cli'],
  // Serves what the command line would.
  ['test-sandbox'],
  ['vitest', 'playwright'],
];

/** Libraries that one file of src may know. */
const ONE_DOOR = [
  'express',
  'lowdb',
  'pg',
  'openapi-backend',
  '@apidevtools/swagger-parser',
  'js-yaml',
  'swagger2openapi',
  '@seriousme/openapi-schema-validator',
  'ajv-formats',
  'swagger-ui-dist',
  'oidc-provider',
  'light-my-request',
  '@fastify/busboy',
  'saxes',
  'lru-cache',
  'jose',
  'json-p3',
  '@faker-js/faker',
  '@playwright/test',
  'preact',
  'htm',
  'fast-check',
  'prom-client',
  'sonic-boom',
];

/** Libraries that only these parts of src may know. Reflection is about the library's own descriptors. */
const SOME_PARTS = {
  ajv: ['schema', 'openapi'],
  '@bufbuild/protobuf': ['protobuf', 'grpc'],
  '@connectrpc': ['codec', 'grpc'],
};

interface Import {
  readonly target: string;
  /** Whether only types are imported. */
  readonly isType: boolean;
}

type Files = Readonly<Record<string, string>>;

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const EXPRESSION = /\b(?:import|import\.meta\.resolve|require|require\.resolve)\(\s*['"]([^'"]+)['"]/g;

/** What a file imports, dynamically or by name too; own files as paths below src. */
function importsOf(path: string, text: string): Import[] {
  const code = text.replace(/^\s*(?:\*|\/\/|\/\*\*?).*$/gm, '');
  const statements = [...code.matchAll(STATEMENT)].map(([, type, target = '']) => ({ target, isType: Boolean(type) }));
  const expressions = [...code.matchAll(EXPRESSION)].map(([, target = '']) => ({ target, isType: false }));
  return [...statements, ...expressions].map(({ target, isType }) => ({
    target: target.startsWith('.') ? `./${normalize(join(dirname(path), target))}` : target,
    isType,
  }));
}

/** The folder below src, or the file directly in it. */
function partOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** What is wrong with the imports of files, given by their path below src. */
function importProblems(files: Files): string[] {
  const doors = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const part = partOf(path);
    const floor = FLOORS.findIndex((parts) => parts.includes(part));
    if (floor === -1) problems.push(`${path} stands on no floor`);
    for (const { target, isType } of importsOf(path, text)) {
      if (target.startsWith('./')) {
        const other = partOf(target.slice(2));
        const below = FLOORS.slice(0, floor).flat().includes(other);
        if (part !== other && !below) problems.push(`${path} must not import ${target}`);
        else if (part === 'identity' && part !== other && other !== 'index.ts')
          problems.push(`${path} must import ../index.ts only, not ${target}`);
      } else if (!isType) {
        for (const [name, parts] of Object.entries(SOME_PARTS)) {
          if ((target === name || target.startsWith(`${name}/`)) && !parts.includes(part))
            problems.push(`${path} must not import ${name}`);
        }
        const library = ONE_DOOR.find((name) => target === name || target.startsWith(`${name}/`));
        if (library) doors.set(library, (doors.get(library) ?? new Set()).add(path));
      }
    }
  }
  for (const [library, paths] of doors) {
    if (paths.size > 1) problems.push(`${library} has several doors: ${[...paths].sort().join(', ')}`);
  }
  return problems;
}

/** Files that lead back to themselves, each with the way. */
function circles(files: Files): string[] {
  const below = new Map(
    Object.entries(files).map(([path, text]) => [path, importsOf(path, text).map(({ target }) => target.slice(2))]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  function look(path: string, way: readonly string[]): void {
    const start = way.indexOf(path);
    if (start !== -1) found.push([...way.slice(start), path].join(' -> '));
    if (done.has(path)) return;
    done.add(path);
    for (const next of below.get(path) ?? []) look(next, [...way, path]);
  }
  for (const path of below.keys()) look(path, []);
  return found;
}

const SRC: Files = Object.fromEntries(
  globSync('**/*.ts', { cwd: join(ROOT, 'src') }).map((path) => [path, readFileSync(join(ROOT, 'src', path), 'utf8')]),
);

describe('the files of src', () => {
  test('import only what stands below them, and foreign libraries through one door', () => {
    expect(importProblems(SRC)).toEqual([]);
  });

  test('lead nowhere back to themselves, in their own part either', () => {
    expect(circles(SRC)).toEqual([]);
  });

  test('do not import HTTP, which would load a WebSocket client with it: see `engine/node-http.ts`', () => {
    const loading = Object.entries(SRC).filter(([path, text]) =>
      importsOf(path, text).some(({ target, isType }) => /^node:https?2?$/.test(target) && !isType),
    );
    expect(loading.map(([path]) => path)).toEqual([]);
  });

  test('of the client import nothing of Node, and of the others types of the control API only', () => {
    const others = Object.entries(SRC)
      .filter(([path]) => partOf(path) === 'client')
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ target }) => partOf(target.replace(/^\.\//, '')) !== 'client');
    expect(new Set(others.map(({ target, isType }) => `${isType ? 'type ' : ''}${target}`))).toEqual(
      new Set(['type ./control/operations.ts']),
    );
  });

  test('of the handlers for MSW import MSW only, which runs in browsers too', () => {
    const targets = Object.entries(SRC)
      .filter(([path]) => partOf(path) === 'msw')
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ target }) => !target.startsWith('./msw/'))
      .map(({ target }) => target);
    expect(new Set(targets)).toEqual(new Set(['msw']));
  });

  test('of the inspector import the client, and nothing else of ours', () => {
    const others = Object.entries(SRC)
      .filter(([path]) => partOf(path) === 'inspector')
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ target }) => partOf(target.replace(/^\.\//, '')) !== 'inspector');
    expect(others.filter(({ target }) => !/^\.\/client\/|^(preact|preact\/hooks|htm)$/.test(target))).toEqual([]);
  });

  test('of the engine and below it name neither logins nor the identity service', () => {
    const below = Object.entries(SRC).filter(([path]) => ['schema', 'store', 'engine'].includes(partOf(path)));
    const telling = below.filter(([, text]) => /zitadel|orgid|\blogins?\b/i.test(text));
    expect(telling.map(([path]) => path)).toEqual([]);
  });

  test('use nothing that Node 20.19 does not have', () => {
    const newer = [
      /\b(Map|Object)\.groupBy\b|\bIterator\.|\bPromise\.(withResolvers|try)\b|\bArray\.fromAsync\b|\bRegExp\.escape\b/,
      /\.(values|keys|entries)\(\)\s*\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
      /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
      /^\s*(await )?using |\bimport\.meta\.main\b|\bglobSync\b/m,
    ];
    const using = Object.entries(SRC).filter(([, text]) => newer.some((pattern) => pattern.test(text)));
    expect(using.map(([path]) => path)).toEqual([]);
  });

  test('say in their first line what they are for', () => {
    const silent = Object.entries(SRC).filter(([, text]) => !/^(#!.*\n)?\/\/ \S.{10,}\n/.test(text));
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  test('are all looked at', () => {
    expect(Object.keys(SRC)).toEqual(expect.arrayContaining(['index.ts', 'engine/answer.ts', 'cli/main.ts']));
    expect(importsOf('load-apis.ts', SRC['load-apis.ts'] ?? '')).toContainEqual({
      target: './engine/load-api.ts',
      isType: false,
    });
  });
});

describe('the check of imports', () => {
  test.each<[string, Files, string]>([
    ['upwards', { 'store/a.ts': "import { b } from '../engine/b.ts';" }, 'store/a.ts must not import ./engine/b.ts'],
    [
      'of a type upwards',
      { 'engine/a.ts': "import type { B } from '../mock-server.ts';" },
      'engine/a.ts must not import ./mock-server.ts',
    ],
    ['sideways', { 'codec/a.ts': "import '../listener/b.ts';" }, 'codec/a.ts must not import ./listener/b.ts'],
    [
      'upwards by name, over several lines',
      { 'schema/a.ts': "export {\n  b,\n  c,\n} from '../store/b.ts';" },
      'schema/a.ts must not import ./store/b.ts',
    ],
    ['upwards on demand', { 'engine/a.ts': "await import('../cli/b.ts');" }, 'engine/a.ts must not import ./cli/b.ts'],
    [
      'around the front door',
      { 'identity/a.ts': "import { b } from '../engine/b.ts';" },
      'identity/a.ts must import ../index.ts only, not ./engine/b.ts',
    ],
    ['of ajv', { 'engine/a.ts': "import { Ajv } from 'ajv';" }, 'engine/a.ts must not import ajv'],
    [
      'of a part of the protobuf library',
      { 'codec/a.ts': "import { file } from '@bufbuild/protobuf/wkt';" },
      'codec/a.ts must not import @bufbuild/protobuf',
    ],
    [
      'of one of the libraries of Connect',
      { 'listener/a.ts': "import { Code } from '@connectrpc/connect';" },
      'listener/a.ts must not import @connectrpc',
    ],
    ['from no floor', { 'utils/a.ts': '' }, 'utils/a.ts stands on no floor'],
    [
      'of one library by two files',
      { 'store/a.ts': "import { Low } from 'lowdb';", 'cli/b.ts': "import { JSONFile } from 'lowdb/node';" },
      'lowdb has several doors: cli/b.ts, store/a.ts',
    ],
    [
      'of one library by two files, one of which only asks where it is',
      { 'front/a.ts': "import.meta.resolve('swagger-ui-dist/x.js')", 'cli/b.ts': "require('swagger-ui-dist');" },
      'swagger-ui-dist has several doors: cli/b.ts, front/a.ts',
    ],
  ])('finds an import %s', (_, files, problem) => {
    expect(importProblems(files)).toEqual([problem]);
  });

  test('finds files that lead back to themselves, by types and on demand too', () => {
    const files: Files = {
      'store/a.ts': "import type { B } from './b.ts';",
      'store/b.ts': "import { c } from './c.ts';\nimport './d.ts';",
      'store/c.ts': "await import('./a.ts');",
      'store/d.ts': "import './e.ts';",
      'store/e.ts': "import './f.ts';",
      'store/f.ts': '',
    };
    expect(circles(files)).toEqual(['store/a.ts -> store/b.ts -> store/c.ts -> store/a.ts']);
  });

  test('lets the allowed ones pass', () => {
    const files: Files = {
      'engine/a.ts': "import type { ErrorObject } from 'ajv';\nimport { b } from '../store/b.ts';\nimport './c.ts';",
      'identity/a.ts': "import { b } from '../index.ts';\nimport { c } from './c.ts';\nimport { d } from 'node:fs';",
      'cli/a.ts': "// import { x } from '../nowhere.ts';\nimport { identity } from '../identity/api.ts';",
    };
    expect(importProblems(files)).toEqual([]);
  });
});
