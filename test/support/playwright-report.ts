// Parses the output of Playwright's JSON reporter.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Ended } from './process.ts';

/** The result of one test. */
export interface Outcome {
  readonly ok: boolean;
  /** The messages of its errors, without colours. */
  readonly errors: readonly string[];
  /** Its text attachments, by name. */
  readonly attachments: ReadonlyMap<string, string>;
}

interface Suite {
  readonly file: string;
  readonly suites?: readonly Suite[];
  readonly specs: readonly Spec[];
}

interface Spec {
  readonly title: string;
  readonly file: string;
  readonly ok: boolean;
  readonly tests: readonly { readonly results: readonly Result[] }[];
}

interface Result {
  readonly errors: readonly { readonly message?: string }[];
  readonly attachments: readonly { readonly name: string; readonly body?: string; readonly path?: string }[];
}

/** The tests of a run with `--reporter=json`, by file and title. */
export function outcomesOf(ended: Ended): ReadonlyMap<string, Outcome> {
  expect(ended.stdout, ended.stderr).toMatch(/^\{/);
  const { suites, errors } = JSON.parse(ended.stdout) as {
    readonly suites: readonly Suite[];
    readonly errors: unknown;
  };
  expect(errors).toEqual([]);
  return new Map(suites.flatMap(specsOf).map((spec) => [`${spec.file}: ${spec.title}`, outcomeOf(spec)]));
}

function specsOf({ specs, suites = [] }: Suite): readonly Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function outcomeOf({ ok, tests }: Spec): Outcome {
  const results = tests.flatMap(({ results }) => results);
  const attached = results.flatMap(({ attachments }) => attachments);
  return {
    ok,
    errors: results.flatMap(({ errors }) => errors.map(({ message = '' }) => plain(message))),
    attachments: new Map(
      attached
        .filter(({ name }) => name.startsWith('requests'))
        .map(({ name, body = '', path }) => [
          name,
          path === undefined ? Buffer.from(body, 'base64').toString() : readFileSync(path, 'utf8'),
        ]),
    ),
  };
}

function plain(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes start with one
  return message.replace(/\u001b\[\d*m/g, '');
}
