// Writes the generated reference pages.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { llmsText } from '../llms.ts';
import { DOCS } from '../pages.ts';
import { cliPage, exitCodesPage } from './cli.ts';
import { compatibilityPage } from './compatibility.ts';
import { configurationPage } from './configuration.ts';
import { controlApiPage } from './control-api.ts';
import { checksPage, diffRulesPage, lintRulesPage } from './rules.ts';

/** Texts that are made from code and documents, by their paths below `docs`. */
export const REFERENCE_PAGES: Readonly<Record<string, () => string>> = {
  'reference/cli.md': cliPage,
  'reference/configuration.md': configurationPage,
  'reference/exit-codes.md': exitCodesPage,
  'reference/control-api.md': controlApiPage,
  'reference/checks.md': checksPage,
  'reference/diff-rules.md': diffRulesPage,
  'reference/lint-rules.md': lintRulesPage,
  'reference/compatibility.md': compatibilityPage,
  '../llms.txt': () => llmsText('docs/', false),
};

if (import.meta.main) {
  for (const [path, page] of Object.entries(REFERENCE_PAGES)) {
    await mkdir(dirname(join(DOCS, path)), { recursive: true });
    await writeFile(join(DOCS, path), page());
  }
}
