// Imports go down only, one file imports each third-party library, and each file has a first line.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The folders of src, lowest first. A folder may import from itself and from folders before it. */
const FLOORS = [
  ['schema'],
  ['openapi', 'store'],
  ['coverage', 'codegen', 'diff'],
  ['server'],
  // The client runs in browsers too: it imports only the types of the control API.
  ['mock', 'cluster', 'client'],
  ['app', 'verify', 'inspector'],
  ['lint', 'index.ts'],
  ['identity'],
  ['cli'],
  ['integrations'],
];

/** The same inside folders with several parts. */
const INNER_FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [['pipeline'], ['http', 'protobuf', 'metrics', 'tracing'], ['oidc'], ['codec', 'control', 'pages', 'grpc']],
  mock: [['samples'], ['resources', 'faults', 'fixtures']],
};

/** Libraries that only one file of src may import. */
const ONE_DOOR = [
  'express',
  'compression',
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
  '@fastify/busboy',
  'pluralize',
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
  '@opentelemetry/api',
];

/** Libraries that only these parts of src may import. Reflection needs the descriptors of the library. */
const SOME_PARTS = {
  ajv: ['schema', 'openapi'],
  '@bufbuild/protobuf': ['server/protobuf', 'server/grpc'],
  '@connectrpc': ['server/codec', 'server/grpc'],
  '@modelcontextprotocol': ['cli/mcp'],
};

interface Import {
  readonly target: string;
  /** Whether only types are imported. */
  readonly isType: boolean;
}

type Files = Readonly<Record<string, string>>;

const STATEMENT = /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const EXPRESSION = /\b(?:import|import\.meta\.resolve|require|require\.resolve)\(\s*['"]([^'"]+)['"]/g;

/** The imports of a file, also dynamic ones and those by name; own files as paths below src. */
function importsOf(path: string, text: string): Import[] {
  const code = text.replace(/^\s*(?:\*|\/\/|\/\*\*?).*$/gm, '');
  const statements = [...code.matchAll(STATEMENT)].map(([, type, target = '']) => ({ target, isType: Boolean(type) }));
  const expressions = [...code.matchAll(EXPRESSION)].map(([, target = '']) => ({ target, isType: false }));
  return [...statements, ...expressions].map(({ target, isType }) => ({
    target: target.startsWith('.') ? `./${normalize(join(dirname(path), target))}` : target,
    isType,
  }));
}

/** The folder below src, or a file directly in src. */
function partOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** The folder inside a folder of `INNER_FLOORS`, such as `pipeline`. */
function innerPartOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** Whether a part is lower than another one. */
function isBelow(floors: readonly (readonly string[])[], other: string, part: string): boolean {
  const floor = floors.findIndex((parts) => parts.includes(part));
  return floors.slice(0, Math.max(floor, 0)).some((parts) => parts.includes(other));
}

/** Whether a file may import another one, both as paths below src. */
function mayImport(path: string, target: string): boolean {
  const [part, other] = [partOf(path), partOf(target)];
  if (part !== other) return isBelow(FLOORS, other, part);
  const inner = INNER_FLOORS[part];
  const [innerPart, innerOther] = [innerPartOf(path), innerPartOf(target)];
  return inner === undefined || innerPart === innerOther || isBelow(inner, innerOther, innerPart);
}

/** Whether a part may import a library: it is allowed for the folder, or for a folder inside it. */
function isFor(parts: readonly string[], path: string): boolean {
  return parts.some((part) => path.startsWith(`${part}/`));
}

/** Import errors of files, given by their path below src. */
function importProblems(files: Files): string[] {
  const doors = new Map<string, Set<string>>();
  const problems: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const part = partOf(path);
    const inner = INNER_FLOORS[part];
    const hasFloor = FLOORS.flat().includes(part) && (!inner || inner.flat().includes(innerPartOf(path)));
    if (!hasFloor) problems.push(`${path} is on no floor`);
    for (const { target, isType } of importsOf(path, text)) {
      if (target.startsWith('./')) {
        const other = partOf(target.slice(2));
        if (hasFloor && !mayImport(path, target.slice(2))) problems.push(`${path} must not import ${target}`);
        else if (part === 'identity' && part !== other && other !== 'index.ts')
          problems.push(`${path} must import ../index.ts only, not ${target}`);
      } else if (!isType) {
        for (const [name, parts] of Object.entries(SOME_PARTS)) {
          if ((target === name || target.startsWith(`${name}/`)) && !isFor(parts, path))
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

/** Circular imports, each with its path. */
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
  test('import only from lower folders, and third-party libraries in one file', () => {
    expect(importProblems(SRC)).toEqual([]);
  });

  test('have no circular imports, also inside their own part', () => {
    expect(circles(SRC)).toEqual([]);
  });

  test('do not import HTTP, which would load a WebSocket client: see `server/pipeline/node-http.ts`', () => {
    const loading = Object.entries(SRC).filter(([path, text]) =>
      importsOf(path, text).some(({ target, isType }) => /^node:https?2?$/.test(target) && !isType),
    );
    expect(loading.map(([path]) => path)).toEqual([]);
  });

  test('in the client import nothing of Node, and only JSON, types of the control API and types of statuses', () => {
    const others = Object.entries(SRC)
      .filter(([path]) => partOf(path) === 'client')
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ target }) => partOf(target.replace(/^\.\//, '')) !== 'client');
    expect(new Set(others.map(({ target, isType }) => `${isType ? 'type ' : ''}${target}`))).toEqual(
      new Set([
        'type ./server/control/operations.ts',
        'type ./server/pipeline/api/response-status.ts',
        './schema/json/parse-json.ts',
        './schema/json/stringify-json.ts',
      ]),
    );
    const status = 'server/pipeline/api/response-status.ts';
    expect(importsOf(status, SRC[status] as string)).toEqual([]);
  });

  test('in the MSW handlers import only MSW, which runs in browsers too', () => {
    const targets = Object.entries(SRC)
      .filter(([path]) => path.startsWith('integrations/msw/'))
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ target }) => !target.startsWith('./integrations/msw/'))
      .map(({ target }) => target);
    expect(new Set(targets)).toEqual(new Set(['msw']));
  });

  test('in the inspector import only the client and JSON', () => {
    const others = Object.entries(SRC)
      .filter(([path]) => partOf(path) === 'inspector')
      .flatMap(([path, text]) => importsOf(path, text))
      .filter(({ target }) => partOf(target.replace(/^\.\//, '')) !== 'inspector');
    expect(
      others.filter(({ target }) => !/^\.\/(client|schema\/json)\/|^(preact|preact\/hooks|htm)$/.test(target)),
    ).toEqual([]);
  });

  test('in and below the pipeline import neither logins nor the identity service', () => {
    const below = Object.entries(SRC).filter(([path]) => /^(schema|store|server\/pipeline)\//.test(path));
    const telling = below.filter(([, text]) => /zitadel|orgid|\blogins?\b/i.test(text));
    expect(telling.map(([path]) => path)).toEqual([]);
  });

  test('use nothing that Node 22.12 lacks', () => {
    const newer = [
      /\bIterator\.concat\b|\bPromise\.try\b|\bRegExp\.escape\b|\bError\.isError\b/,
      /^\s*(await )?using |\bimport\.meta\.main\b|\bglobSync\b/m,
    ];
    const using = Object.entries(SRC).filter(([, text]) => newer.some((pattern) => pattern.test(text)));
    expect(using.map(([path]) => path)).toEqual([]);
  });

  test('describe their purpose in the first line', () => {
    const silent = Object.entries(SRC).filter(([, text]) => !/^(#!.*\n)?\/\/ \S.{10,}\n/.test(text));
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  test('are all checked', () => {
    expect(Object.keys(SRC)).toEqual(
      expect.arrayContaining(['index.ts', 'server/pipeline/handle-request.ts', 'cli/main.ts']),
    );
    expect(importsOf('app/load-apis.ts', SRC['app/load-apis.ts'] ?? '')).toContainEqual({
      target: './server/pipeline/api/load-api.ts',
      isType: false,
    });
  });
});

describe('the check of imports', () => {
  test.each<[string, Files, string]>([
    [
      'upwards',
      { 'store/a.ts': "import { b } from '../server/pipeline/b.ts';" },
      'store/a.ts must not import ./server/pipeline/b.ts',
    ],
    [
      'of a type from a higher folder',
      { 'verify/a.ts': "import type { B } from '../mock-server.ts';" },
      'verify/a.ts must not import ./mock-server.ts',
    ],
    ['sideways', { 'verify/a.ts': "import '../app/b.ts';" }, 'verify/a.ts must not import ./app/b.ts'],
    [
      'of a sibling inside a folder',
      { 'server/codec/a.ts': "import '../pages/b.ts';" },
      'server/codec/a.ts must not import ./server/pages/b.ts',
    ],
    [
      'from a higher part inside a folder',
      { 'server/pipeline/api/a.ts': "import '../../http/b.ts';" },
      'server/pipeline/api/a.ts must not import ./server/http/b.ts',
    ],
    [
      'by name from a higher folder, over several lines',
      { 'schema/a.ts': "export {\n  b,\n  c,\n} from '../store/b.ts';" },
      'schema/a.ts must not import ./store/b.ts',
    ],
    [
      'dynamically from a higher folder',
      { 'verify/a.ts': "await import('../cli/b.ts');" },
      'verify/a.ts must not import ./cli/b.ts',
    ],
    [
      'that bypasses the entry file',
      { 'identity/a.ts': "import { b } from '../server/pipeline/b.ts';" },
      'identity/a.ts must import ../index.ts only, not ./server/pipeline/b.ts',
    ],
    ['of ajv', { 'verify/a.ts': "import { Ajv } from 'ajv';" }, 'verify/a.ts must not import ajv'],
    [
      'of a part of the protobuf library',
      { 'server/codec/a.ts': "import { file } from '@bufbuild/protobuf/wkt';" },
      'server/codec/a.ts must not import @bufbuild/protobuf',
    ],
    [
      'of one of the Connect libraries',
      { 'server/http/a.ts': "import { Code } from '@connectrpc/connect';" },
      'server/http/a.ts must not import @connectrpc',
    ],
    ['from an unknown folder', { 'utils/a.ts': '' }, 'utils/a.ts is on no floor'],
    ['from an unknown part of a folder', { 'server/a.ts': '' }, 'server/a.ts is on no floor'],
    [
      'of one library in two files',
      { 'store/a.ts': "import { Low } from 'lowdb';", 'cli/b.ts': "import { JSONFile } from 'lowdb/node';" },
      'lowdb has several doors: cli/b.ts, store/a.ts',
    ],
    [
      'of one library in two files, one of which only resolves its location',
      { 'server/pages/a.ts': "import.meta.resolve('swagger-ui-dist/x.js')", 'cli/b.ts': "require('swagger-ui-dist');" },
      'swagger-ui-dist has several doors: cli/b.ts, server/pages/a.ts',
    ],
  ])('finds an import %s', (_, files, problem) => {
    expect(importProblems(files)).toEqual([problem]);
  });

  test('finds circular imports, also of types and dynamic ones', () => {
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

  test('accepts the allowed ones', () => {
    const files: Files = {
      'verify/a.ts': "import type { ErrorObject } from 'ajv';\nimport { b } from '../store/b.ts';\nimport './c.ts';",
      'identity/a.ts': "import { b } from '../index.ts';\nimport { c } from './c.ts';\nimport { d } from 'node:fs';",
      'cli/a.ts': "// import { x } from '../nowhere.ts';\nimport { identity } from '../identity/api.ts';",
    };
    expect(importProblems(files)).toEqual([]);
  });
});
