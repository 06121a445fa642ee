// Texts of project files. Text from the document is quoted, or one line of a comment.

import { isTypeScriptIdentifier } from '../../codegen/type-text.ts';
import type { Operation } from '../../openapi/document.ts';
import { printable } from '../../schema/printable.ts';

/** The config of a project without code. @param document - its path, relative to the config */
export function configData(document: string): string {
  const path = document.replaceAll('\\', '/');
  return `# yaml-language-server: $schema=./node_modules/understudy-api/spec/config.schema.json
apis:
  - document: ${/^[\w./-]+$/.test(path) ? path : JSON.stringify(path)}
    # fixtures: fixtures  # folder with seed data
    # handlers: handlers  # folder with handlers
`;
}

/** A test of a project without code. It requests an operation without input, or else the document. */
export function documentTestText(title: string, document: string, operation: Operation | undefined): string {
  const path = operation ? operation.path : '/openapi.json';
  return `// Tests ${printable(title)} without a port, with data in memory. \`node --test\` runs it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMockServer } from 'understudy-api';

const server = await createMockServer(new URL(${quoted(urlOf(document))}, import.meta.url));
after(() => server.close());

test(${quoted(`GET ${path} returns ${operation ? operation.successStatus : 200}`)}, async () => {
  const response = await server.fetch(new Request(${quoted(`http://localhost${urlOf(path)}`)}));
  assert.equal(response.status, ${operation ? operation.successStatus : 200});
});
`;
}

/** The config of a project with handlers. @param document - its path, relative to the config */
export function configText(name: string, title: string, document: string): string {
  return `// \`understudy serve\` mocks ${printable(title)}: with the handlers in this folder, else from the document.

import { defineApi, defineConfig } from 'understudy-api';

export const api = defineApi({
  name: ${quoted(name)},
  document: new URL(${quoted(urlOf(document))}, import.meta.url),
  fixtures: new URL('fixtures/', import.meta.url),
  handlerFolder: new URL('handlers/', import.meta.url),
  infer: true,
});

export default defineConfig({ apis: [api] });
`;
}

/** A test of a project with handlers. It requests an operation without input, or else the document. */
export function testText(title: string, operation: Operation | undefined): string {
  const path = operation ? operation.path : '/openapi.json';
  return `// Tests ${printable(title)} without a port, with data in memory. \`node --test\` runs it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMockServer } from 'understudy-api';
import { api } from './understudy.config.ts';

const server = await createMockServer({ apis: [api] });
after(() => server.close());

test(${quoted(`GET ${path} returns ${operation ? operation.successStatus : 200}`)}, async () => {
  const response = await server.fetch(new Request(${quoted(`http://localhost${urlOf(path)}`)}));
  assert.equal(response.status, ${operation ? operation.successStatus : 200});
});
`;
}

/** The content of the handler stub of an operation. */
interface HandlerUse {
  readonly operation: Pick<Operation, 'id' | 'method' | 'path'>;
  /** The collection of its items, if any. */
  readonly collection: string | undefined;
  /** A property that it may set in an item, if it stores one. */
  readonly property: string | undefined;
  /** The import path of the types of the operations; undefined for JavaScript. */
  readonly types: string | undefined;
}

/** A handler stub: it runs the default behaviour, and shows the most likely uses as comments. */
export function handlerText({ operation, collection, property, types }: HandlerUse): string {
  const { id, method, path } = operation;
  const items =
    collection === undefined
      ? undefined
      : `items${isTypeScriptIdentifier(collection) ? `.${collection}` : `[${quoted(collection)}]`}`;
  const uses = [
    property === undefined
      ? 'Change the response: const response = await next(); or return your own output.'
      : `Set properties of the stored item: return next({ set: { ${isTypeScriptIdentifier(property) ? property : quoted(property)}: … } });`,
    ...(items ? [`Read and change items (list, get, create, update, remove): await ${items}.list();`] : []),
    "Reject the request, with ApiError from understudy-api: throw new ApiError('failed_precondition', 'Why', { status: 409 });",
  ];
  const head = `// Handles ${printable(`${method} ${path}`)}. A handler gets { input, caller, items, store, now, newId, signal, next }.\n`;
  const body = `async ({ next }) => {\n${uses.map((use) => `  // ${printable(use)}\n`).join('')}  return next();\n};\n`;
  if (types === undefined) return `${head}\nexport default ${body}`;
  return `${head}
import type { HandlerOf } from 'understudy-api';
import type { Operations } from ${quoted(types)};

const handler: HandlerOf<Operations, ${quoted(id)}> = ${body}
export default handler;
`;
}

/** Settings for type checks in editors: nothing is built. */
export const TSCONFIG = `${JSON.stringify(
  {
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      strict: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
    },
  },
  undefined,
  2,
)}\n`;

const IGNORED = ['node_modules/', 'data/'];

/** A `.gitignore` with missing lines appended. */
export function gitignoreText(before = ''): string {
  const lines = before.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, ''));
  const missing = IGNORED.filter((line) => !lines.includes(line.replace(/\/$/, '')));
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  return start + missing.map((line) => `${line}\n`).join('');
}

/**
 * A `package.json` with scripts and dependencies of the project. Existing entries stay.
 *
 * @param before - undefined if there is none
 * @param document - of a project in TypeScript
 * @throws SyntaxError if it is not JSON
 */
export function packageText(before: string | undefined, name: string, version: string, document?: string): string {
  const indent = /^[ \t]+(?=")/m.exec(before ?? '')?.[0] ?? '  ';
  const existing: PackageJson =
    before === undefined ? { name, version: '0.0.0', private: true, type: 'module' } : JSON.parse(before);
  const scripts = {
    understudy: 'understudy serve',
    ...(document !== undefined && { 'understudy:types': `understudy types ${document} > operations.ts` }),
    ...(before === undefined && { test: 'node --test' }),
  };
  const needed = {
    'understudy-api': `^${version}`,
    ...(before === undefined && document !== undefined && DEVELOPMENT),
  };
  const has = (dependency: string) => existing.dependencies?.[dependency] !== undefined;
  const missing = Object.fromEntries(Object.entries(needed).filter(([dependency]) => !has(dependency)));
  const whole = {
    ...existing,
    scripts: { ...scripts, ...existing.scripts },
    devDependencies: { ...missing, ...existing.devDependencies },
  };
  return `${JSON.stringify(whole, undefined, indent)}\n`;
}

/** Type-checks a project. */
const DEVELOPMENT = { '@types/node': '^24.0.0', typescript: '>=5.9' };

interface PackageJson {
  readonly type?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [other: string]: unknown;
}

function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.includes("'") || text.includes('\\') ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A path, encoded for a URL. */
function urlOf(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/');
}
