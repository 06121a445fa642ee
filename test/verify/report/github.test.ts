// GitHub annotations of a report.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { githubReport } from '../../../src/verify/report/github.ts';
import { hostileReport, notebookReport, placeInNotebook } from '../../support/reports.ts';

afterEach(() => vi.unstubAllEnvs());

describe('annotations of GitHub', () => {
  test('are errors for findings, and warnings for what was not tested', async () => {
    const report = await notebookReport('a string instead of a number', { allowWrites: false });
    const lines = githubReport([report], false);
    const at = ({ line, column }: ReturnType<typeof placeInNotebook>) =>
      `file=test/support/notebook/notebook.yaml,line=${line},col=${column}`;
    const found = `::error ${at(placeInNotebook('type: integer', 'Note:'))},title=response-body%3A getNote::response 200 /id must be an integer%0AGET /notes/{id}, status 200%0Acurl -g http`;
    expect(lines.map((line) => line.slice(0, found.length))).toContain(found);
    expect(lines).toContain(
      `::warning ${at(placeInNotebook('post:', 'operationId: listNotes'))},title=not tested%3A addNote::mutating operation (use --allow-writes)`,
    );
    expect(lines.every((line) => /^::(error|warning) /.test(line))).toBe(true);
  });

  test('are notices for warnings, if requested', async () => {
    const report = await hostileReport();
    expect(githubReport([report], false).some((line) => line.startsWith('::notice'))).toBe(false);
    expect(githubReport([report], true).some((line) => line.startsWith('::notice'))).toBe(true);
  });

  test('are one line each, for any content of responses and documents', async () => {
    const lines = githubReport([await hostileReport()], true);
    expect(lines.join()).toContain('evil');
    for (const line of lines) {
      expect(line).toMatch(/^::(error|warning|notice) (line=\d+,col=\d+,)?title=[^:,]*::/);
      expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  test('name only files of the repository', async () => {
    vi.stubEnv('GITHUB_WORKSPACE', '/somewhere/else');
    const report = await hostileReport();
    expect(githubReport([report], true).join()).not.toContain('file=');
  });
});
