// The JSON Schema Test Suite. Draft 4 (for OpenAPI 3.0) comes from npm; 2020-12 from Debian's package
// libtest-json-schema-acceptance-perl, or from a checkout (JSON_SCHEMA_TEST_SUITE) of
// https://github.com/json-schema-org/JSON-Schema-Test-Suite.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReferences } from '../../../src/openapi/references.ts';
import { createSchemaSources } from '../../../src/openapi/schema/schema-sources.ts';
import { createSchemaValidators } from '../../../src/openapi/schema/schema-validators.ts';

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** The folder of Debian's package. */
const DEBIANS = '/usr/share/perl5/auto/share/dist/Test-JSON-Schema-Acceptance';

/** Intentional differences, by the start or a pattern of `file: group: test`, with reasons. */
type Exceptions = readonly (readonly [about: string | RegExp, why: string])[];

const DRAFT_4: Exceptions = [
  ['additionalItems', 'OpenAPI 3.0 does not have the keyword'],
  ['dependencies', 'OpenAPI 3.0 does not have the keyword'],
  ['items: an array of schemas for items', 'in OpenAPI 3.0 items is one schema'],
  ['ref: relative pointer ref to array', 'in OpenAPI 3.0 items is one schema'],
  ['definitions', 'the schema of draft 4 is not loaded'],
  ['ref: remote ref, containing refs itself', 'the schema of draft 4 is not loaded'],
  ['refRemote', 'nothing is fetched'],
];

const DRAFT_2020: Exceptions = [
  [/^format: .* is only an annotation/, 'formats are checked'],
  ['vocabulary', 'custom dialects are not supported, and reported'],
  ['unevaluatedItems: unevaluatedItems depends on', 'Ajv ignores contains'],
  ['unevaluatedItems: unevaluatedItems and contains interact', 'Ajv ignores contains'],
  ['unevaluatedItems: unevaluatedItems with minContains = 0', 'Ajv ignores contains'],
  ['unevaluatedItems: unevaluatedItems can see annotations from if', 'Ajv ignores if without then and else'],
  ['unevaluatedProperties: unevaluatedProperties with if/then/else, then not defined', 'Ajv treats if as evaluated'],
];

interface Outcome {
  /** `file: group: test`. */
  readonly test: string;
  /** Whether it matches the filter. */
  readonly isRight: boolean;
}

function outcomes(folder: string, check: (schema: unknown) => (value: unknown) => boolean): readonly Outcome[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const groups: readonly Group[] = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      return groups.flatMap(({ description, schema, tests }) => {
        const isValid = check(schema);
        return tests.map((one) => ({
          test: `${file.replace('.json', '')}: ${description}: ${one.description}`,
          isRight: isValid(one.data) === one.valid,
        }));
      });
    });
}

function expectOnly(found: readonly Outcome[], exceptions: Exceptions, areAllNeeded: boolean): void {
  const failing = found.filter(({ isRight }) => !isRight).map(({ test }) => test);
  const isOf = (about: string | RegExp, test: string) =>
    typeof about === 'string' ? test.startsWith(about) : about.test(test);
  expect(failing.filter((test) => !exceptions.some(([about]) => isOf(about, test)))).toEqual([]);
  // Unused exceptions fail; an older suite may lack some tests.
  const needless = exceptions.filter(([about]) => {
    const matching = found.filter(({ test }) => isOf(about, test));
    return matching.length > 0 && matching.every(({ isRight }) => isRight);
  });
  if (areAllNeeded) expect(needless).toEqual([]);
}

/** @param most - maximum schemas that are compiled with their keyword. Default: as in production */
function checkIn(version: string, schema: unknown, most?: number, others: Readonly<Record<string, unknown>> = {}) {
  const references = createReferences({ openapi: version, components: { schemas: { it: schema, ...others } } });
  const validate = createSchemaValidators(createSchemaSources(references, version, most)).validator(
    '/components/schemas/it',
    'request',
  );
  return (value: unknown) => validate(value).length === 0;
}

describe.each([
  ['', undefined],
  [', each schema checked by itself as below keywords with very many', 0],
])('the JSON Schema Test Suite%s', (_, most) => {
  test('of draft 4 passes for OpenAPI 3.0', () => {
    const manifest = createRequire(import.meta.url).resolve('json-schema-test-suite/package.json');
    const found = outcomes(join(dirname(manifest), 'tests', 'draft4'), (schema) =>
      checkIn('3.0.3', inPlace(schema), most),
    );
    expectOnly(found, DRAFT_4, most === undefined);
  });

  const suite = process.env.JSON_SCHEMA_TEST_SUITE ?? DEBIANS;

  test.skipIf(!existsSync(suite) && !process.env.CI)('of 2020-12 passes for OpenAPI 3.1', () => {
    const remotes = Object.fromEntries(remotesIn(join(suite, 'remotes')));
    const found = outcomes(join(suite, 'tests', 'draft2020-12'), (schema) => {
      const named = typeof schema === 'object' ? { $id: 'http://test.example/it', ...schema } : schema;
      return checkIn('3.1.0', named, most, remotes);
    });
    expectOnly(found, DRAFT_2020, most === undefined);
  });
});

/** A schema with references rewritten to its location in the document. */
function inPlace(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inPlace);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'enum') return [key, value];
      const isReference = key === '$ref' && typeof value === 'string';
      return [key, isReference ? value.replace(/^#/, '#/components/schemas/it') : inPlace(value)];
    }),
  );
}

/** The remote schemas of the suite, by address. */
function* remotesIn(root: string, folder = root): Generator<readonly [name: string, schema: unknown]> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory() && !/draft(?!2020)|v1/.test(name)) yield* remotesIn(root, path);
    if (!name.endsWith('.json')) continue;
    const schema = JSON.parse(readFileSync(path, 'utf8'));
    const $id = `http://localhost:1234/${relative(root, path)}`;
    if (typeof schema !== 'object') continue;
    // A schema with its own address has both.
    const isNamed = schema.$id !== undefined && schema.$id !== $id;
    yield [path, isNamed ? { $id, allOf: [schema] } : { $id, ...schema }];
  }
}
