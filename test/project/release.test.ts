// What the release writes: dates and notes of the changelog, the formula, the bill of materials.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { notesOf, setDate } from '../../release/changelog.ts';
import { BREWED, formulaOf } from '../../release/formula.ts';
import { shippedBom } from '../../release/sbom.ts';

const changelog = `# Changelog

## 0.2.0 (not released yet)

- More.

## 0.1.0 (2026-11-28)

- All.
`;

test('the first version of the changelog gets a date, if it is the released one', () => {
  expect(setDate(changelog, '0.2.0', '2026-12-24')).toBe(changelog.replace('(not released yet)', '(2026-12-24)'));
  expect(() => setDate(changelog, '0.3.0', '2026-12-24')).toThrow(
    'CHANGELOG.md starts with "## 0.2.0 (not released yet)"; write "## 0.3.0 (not released yet)" and its changes first',
  );
  expect(() => setDate(setDate(changelog, '0.2.0', '2026-12-24'), '0.2.0', '2026-12-25')).toThrow('starts with');
});

test('the notes of a version are its section', () => {
  expect(notesOf(changelog, '0.2.0')).toBe('- More.\n');
  expect(notesOf(changelog, '0.1.0')).toBe('- All.\n');
  expect(() => notesOf(changelog, '0.1')).toThrow('CHANGELOG.md has no changes of 0.1');
  const own = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(notesOf(own, version)).toMatch(/^The first version\.\n\n### Mock server\n/);
});

test('the formula installs the archive of the machine', () => {
  const digests = Object.fromEntries(BREWED.map((name, index) => [name, `${index}`.repeat(64)]));
  const formula = formulaOf({
    version: '1.2.3',
    description: 'Mocks things',
    homepage: 'https://example.com/',
    license: 'MIT',
    repository: 'https://github.com/somebody/understudy',
    digests: digests as Parameters<typeof formulaOf>[0]['digests'],
  });
  expect(formula).toMatch(
    /^class Understudy < Formula\n {2}desc "Mocks things"\n {2}homepage "https:\/\/example.com\/"\n/,
  );
  for (const [index, name] of BREWED.entries()) {
    const [system, processor] = name.split('-');
    const block = new RegExp(`on_${system} do[^]*?on_${processor === 'x64' ? 'intel' : 'arm'} do\\n([^]*?) {4}end`);
    expect(block.exec(formula)?.[1]?.trim().split(/\n\s+/)).toEqual([
      `url "https://github.com/somebody/understudy/releases/download/v1.2.3/understudy-${name}.tar.gz"`,
      `sha256 "${`${index}`.repeat(64)}"`,
    ]);
  }
  // Each block of Ruby has its end.
  expect(formula.match(/\b(?:do|class \w+|def \w+)\b/g)?.length).toBe(formula.match(/^ *end$/gm)?.length);
});

test('the bill of materials has what is shipped, and nothing of the development', () => {
  const component = (name: string, isDevelopment: boolean) => ({
    'bom-ref': name,
    properties: isDevelopment ? [{ name: 'cdx:npm:package:development', value: 'true' }] : [],
  });
  const all = {
    metadata: { component: { 'bom-ref': 'own@1.0.0', name: 'a-folder' } },
    components: [component('ajv@8.0.0', false), component('pg@8.0.0', true), component('vitest@5.0.0', true)],
    dependencies: [
      { ref: 'own@1.0.0', dependsOn: ['ajv@8.0.0', 'pg@8.0.0', 'vitest@5.0.0'] },
      { ref: 'vitest@5.0.0', dependsOn: [] },
    ],
  };
  expect(shippedBom(all, 'own', new Set(['ajv@8.0.0', 'pg@8.0.0']))).toEqual({
    metadata: { component: { 'bom-ref': 'own@1.0.0', name: 'own' } },
    components: [component('ajv@8.0.0', false), component('pg@8.0.0', false)],
    dependencies: [{ ref: 'own@1.0.0', dependsOn: ['ajv@8.0.0', 'pg@8.0.0'] }],
  });
  expect(() => shippedBom(all, 'own', new Set(['left-pad@1.0.0']))).toThrow('npm does not list left-pad@1.0.0');
});
