// A sandbox for every test of Jest: `understudy-api/jest`.

import { type AnyOperations, type ExchangeMatchOf, type UnderstudyClient, understudy } from '../../client/client.ts';
import { requireKnownOptions } from '../runner/known-options.ts';
import { runInSandbox, type TestError } from '../runner/run-in-sandbox.ts';
import { sendByNode } from '../runner/send-by-node.ts';
import type { TestSandbox } from '../runner/test-sandbox.ts';

export type { TestSandbox } from '../runner/test-sandbox.ts';

/** Fixtures of tests. */
export interface UnderstudyFixtures<Ops = AnyOperations> {
  /** A sandbox for each test, created from the fixtures and removed at its end. */
  readonly sandbox: TestSandbox<Ops>;
  /** The mock server, shared by all tests of a run. */
  readonly server: UnderstudyClient<Ops>;
}

/** How tests are run. */
export interface TestSettings<Ops = AnyOperations> {
  /** The URL of a mock server. Default: `UNDERSTUDY_URL`, which `understudy-api/jest/setup` sets. */
  readonly url?: string;
  /** Requests that may break the document in every test. Default: none; `[{}]` is all. */
  readonly expectFindings?: readonly ExchangeMatchOf<Ops>[];
}

/** Declares a test. @param timeout - in milliseconds. Default: that of Jest */
export type DeclareTest<Ops> = (
  title: string,
  body: (fixtures: UnderstudyFixtures<Ops>) => unknown,
  timeout?: number,
) => void;

/** Declares a test for each row. Jest formats the title, with `%s` and `$name`. */
export type DeclareTests<Ops> = <const Row>(
  rows: readonly Row[],
) => (title: string, body: (row: Row, fixtures: UnderstudyFixtures<Ops>) => unknown, timeout?: number) => void;

/** Jest's `test`, with fixtures. */
export interface SandboxTest<Ops = AnyOperations> extends DeclareTest<Ops> {
  readonly each: DeclareTests<Ops>;
  readonly only: DeclareTest<Ops> & { readonly each: DeclareTests<Ops> };
  readonly skip: DeclareTest<Ops> & { readonly each: DeclareTests<Ops> };
  readonly failing: DeclareTest<Ops>;
  readonly concurrent: DeclareTest<Ops>;
  readonly todo: (title: string) => void;
}

/**
 * Jest's `test`, with the fixtures `sandbox` and `server`.
 *
 * @example
 * const test = createTest({ url: 'http://127.0.0.1:8080' });
 * test('a pet is added', async ({ sandbox }) => {
 *   const response = await fetch(`${sandbox.url}/pets`, …);
 *   expect(response.status).toBe(201);
 * });
 * @typeParam Ops - the `Operations` of `understudy types`. Default: any text is the id of an operation
 */
export function createTest<Ops = AnyOperations>(settings: TestSettings<Ops> = {}): SandboxTest<Ops> {
  requireKnownOptions('createTest', settings, ['url', 'expectFindings']);
  const run = (body: (fixtures: UnderstudyFixtures<Ops>) => unknown) => runTest(settings, body);
  const declare =
    (select: (jest: JestTest) => JestDeclare): DeclareTest<Ops> =>
    (title, body, timeout) =>
      select(jestTest())(title, () => run(body), timeout);
  const each =
    (select: (jest: JestTest) => JestDeclareEach): DeclareTests<Ops> =>
    (rows) =>
    (title, body, timeout) => {
      // Jest gives the members of a row as arguments if all rows are lists.
      const isSpread = rows.every((row) => Array.isArray(row));
      const test = (...given: never[]) =>
        run((fixtures) => body(isSpread ? (given as never) : (given[0] as never), fixtures));
      select(jestTest())(rows)(title, test, timeout);
    };
  return Object.assign(
    declare((jest) => jest),
    {
      each: each(({ each: all }) => all),
      only: Object.assign(
        declare(({ only }) => only),
        { each: each(({ only }) => only.each) },
      ),
      skip: Object.assign(
        declare(({ skip }) => skip),
        { each: each(({ skip }) => skip.each) },
      ),
      failing: declare(({ failing }) => failing),
      concurrent: declare(({ concurrent }) => concurrent),
      todo: (title: string) => jestTest().todo(title),
    },
  );
}

/** Jest's `test`, with a mock server as `understudy serve` in this folder, or at `UNDERSTUDY_URL`. */
export const test: SandboxTest = createTest();

type JestDeclare = (title: string, test: (...row: never[]) => Promise<void>, timeout: number | undefined) => void;
type JestDeclareEach = (rows: readonly unknown[]) => JestDeclare;

/** The part of Jest's `test` that is used here. */
interface JestTest extends JestDeclare {
  readonly each: JestDeclareEach;
  readonly only: JestDeclare & { readonly each: JestDeclareEach };
  readonly skip: JestDeclare & { readonly each: JestDeclareEach };
  readonly failing: JestDeclare;
  readonly concurrent: JestDeclare;
  readonly todo: (title: string) => void;
}

/** @throws Error outside of Jest, or where its globals are switched off */
function jestTest(): JestTest {
  const { test: jest } = globalThis as { readonly test?: JestTest };
  if (!jest) throw new Error('understudy-api/jest needs the global `test` of Jest (injectGlobals)');
  return jest;
}

async function runTest<Ops>(
  { url = process.env.UNDERSTUDY_URL, expectFindings = [] }: TestSettings<Ops>,
  body: (fixtures: UnderstudyFixtures<Ops>) => unknown,
): Promise<void> {
  if (!url)
    throw new Error(
      "No mock server is running. Add globalSetup: 'understudy-api/jest/setup' and globalTeardown: 'understudy-api/jest/teardown' to the configuration of Jest, or set UNDERSTUDY_URL.",
    );
  if (typeof Request === 'undefined')
    throw new Error(
      'This test environment has no fetch: use jest-fixed-jsdom instead of jsdom, or the environment node.',
    );
  const server = understudy<Ops>(url, { fetch: sendByNode });
  let failure: { readonly thrown: unknown } | undefined;
  await runInSandbox(server, expectFindings, async (sandbox) => {
    try {
      await body({ sandbox, server });
      return undefined;
    } catch (thrown) {
      failure = { thrown };
      return isError(thrown) ? thrown : { message: '' };
    }
  });
  if (failure) throw failure.thrown;
}

/** Errors of tests are not instances of our `Error`: Jest gives each file its own. */
function isError(thrown: unknown): thrown is TestError {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string';
}
