// `understudy lint`: finds problems in OpenAPI documents, one per line.

import { applyDefaults } from '../../app/settings/settings.ts';
import { isFault, type Severity } from '../../lint/finding.ts';
import { type LintTarget, NO_RULESET } from '../../lint/lint-document.ts';
import { lintDocuments } from '../../lint/lint-documents.ts';
import { OWN_TITLES } from '../../lint/own-rules.ts';
import { INSTALL_SPECTRAL, isSpectralInstalled } from '../../lint/spectral.ts';
import { createDocument } from '../../openapi/document.ts';
import type { DocumentFinding } from '../../openapi/document-finding.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { FINDING_FORMATS, type FindingFormat, formatOf } from '../../openapi/report/findings.ts';
import { shortPath, shownPath } from '../../openapi/report/shown-path.ts';
import { printableLines } from '../../schema/printable.ts';
import { formatFindingGroup, groupFindings } from '../../server/pipeline/api/document-report.ts';
import { fixtureFolders } from '../../server/pipeline/api/fixture-folders.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { LINT } from '../command-tables/documents.ts';
import type { CommandIO } from '../io.ts';
import { ownVersion } from '../version.ts';
import { soleDocument } from './find-documents.ts';
import { type GivenDocument, givenDocument } from './given-document.ts';

/**
 * The command.
 *
 * @param hasSpectral - whether to apply Spectral's rules if no ruleset is named. Default: whether it is installed
 * @throws UsageError if no file is named and none is found, or a file cannot be read
 */
export async function lint(
  args: readonly string[],
  io: CommandIO,
  hasSpectral = isSpectralInstalled(),
): Promise<number> {
  const line = await readCommandLine(LINT, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const { 'fail-on': failOn, least, against: released, overlay, own } = values;
  if (own && values.ruleset !== undefined)
    throw usageError(LINT, '--own and --ruleset cannot be combined: --own uses no ruleset');
  const isPlain = !own && values.ruleset === undefined && !hasSpectral;
  if (isPlain) io.stderr.write(`Using the built-in rules only. To add style rules: ${INSTALL_SPECTRAL}\n`);
  const ruleset = own || isPlain ? NO_RULESET : values.ruleset;
  const format = values.json ? 'json' : formatOf(values.format, io.env);
  const [single] = [released === undefined ? [] : '--against', overlay === undefined ? [] : '--overlay'].flat();
  if (single !== undefined && positionals.length > 1)
    throw usageError(
      LINT,
      `${single} applies to one document, and ${positionals.length} are named: ${positionals.join(', ')}`,
    );
  const hosts = parseHosts('--allow-fetch', values['allow-fetch'] ?? '');
  const documents: GivenDocument[] = [];
  const names = positionals.length > 0 ? positionals : [await soleDocument(process.cwd())];
  for (const name of names) documents.push(await givenDocument(name, hosts, io.stdin));
  const overlays = [overlay ?? []].flat();
  const linted = await lintDocuments(documents, {
    ruleset,
    released,
    overlays,
    limit: parseLimit(values.limit),
  });
  const all = await Promise.all(
    linted.map(async (one) => ({ ...one, findings: [...one.findings, ...(await fixtureFindings(one, overlays))] })),
  );
  const listed = all.map((one) => ({ ...one, findings: one.findings.filter((each) => isFault(each, least)) }));
  io.stdout.write(await formatFindings(listed, format, least, io.stdout.isTTY));
  return all.some(({ findings }) => findings.some((finding) => isFault(finding, failOn))) ? 1 : 0;
}

/** The problems of the folder `fixtures` beside a document, as a start reports them. */
async function fixtureFindings(
  { path, findings }: LintTarget,
  overlays: readonly string[],
): Promise<readonly DocumentFinding[]> {
  const [folder] = fixtureFolders({ document: path, infer: true, fixtures: undefined });
  // A document that cannot be used has a finding already.
  if (folder === undefined || findings.some(({ severity }) => severity === 'error')) return [];
  const { inferApi } = await import('../../mock/resources/infer-api.ts');
  const document = createDocument(await openDocument(path, { overlays }));
  const inferred = await inferApi(document, applyDefaults({}));
  const { remarks = [] } = await inferred.readFixture({ folders: [folder], areOptional: true, hasHandlers: false });
  const place = { file: folder, line: 1, column: 1, pointer: '' };
  return remarks.map((message) => ({ ...place, severity: 'warn', rule: 'fixture', message }));
}

async function formatFindings(
  linted: readonly LintTarget[],
  format: FindingFormat,
  least: Severity,
  isTerminal = false,
): Promise<string> {
  if (format !== 'text')
    return FINDING_FORMATS[format]({
      command: 'lint',
      version: ownVersion(),
      documents: linted.map(({ path, findings }) => ({ file: shownPath(path), findings })),
      titleOf: (rule) => OWN_TITLES[rule],
      formatPath: shownPath,
    });
  // Programs that read a pipe, such as editors, need full paths.
  const shown = isTerminal ? shortPath : shownPath;
  const lines = linted.flatMap(({ path, findings }) =>
    findings.length === 0
      ? [`${shown(path)}: no findings${least === 'info' ? '' : ` of severity ${least} or above`}`]
      : groupFindings(findings, isNotEnforced).map((group) => formatFindingGroup(group, shown)),
  );
  return `${printableLines(lines.join('\n'))}\n`;
}

/** Such findings are grouped: they need no fix at each position. */
function isNotEnforced({ rule }: DocumentFinding): boolean {
  return rule === 'not-enforced';
}

function parseLimit(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw usageError(LINT, `--limit must be a whole number of seconds from 1 to 999999, not "${text}"`);
}
