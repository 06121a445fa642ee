// Equal documents that are written in different ways.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { changesOf } from '../comparing.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** With the properties of all objects in reverse order. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, one]) => [key, turned(one)]),
  );
}

/** With references replaced by their targets, as far as that is finite. */
function inlined(document: DocumentObject): DocumentObject {
  const put = (value: unknown, around: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => put(one, around));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as { $ref?: unknown };
    if (typeof $ref === 'string' && !around.includes($ref) && !$ref.includes('~'))
      return put(
        $ref
          .slice(2)
          .split('/')
          .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document),
        [...around, $ref],
      );
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, put(one, around)]));
  };
  return put(document, []) as DocumentObject;
}

export const documents = globSync(['spec/*.yaml', 'examples/*/*.yaml', 'docs/*.yaml'], { cwd: ROOT })
  .sort()
  .filter((path) => /^(openapi|swagger):/m.test(readFileSync(join(ROOT, path), 'utf8')));

export function sameDocumentCases(paths: readonly string[]): void {
  test.each(paths)('no changes to itself, in another order, or with inlined references: %s', async (path) => {
    const { bundled } = await openDocument(join(ROOT, path));
    expect(changesOf(bundled, bundled)).toEqual([]);
    expect(changesOf(bundled, turned(bundled) as DocumentObject)).toEqual([]);
    const whole = inlined(bundled);
    expect(changesOf(bundled, whole)).toEqual([]);
    expect(changesOf(whole, bundled)).toEqual([]);
  });
}
