// `understudy lint FILE…`: what is wrong with OpenAPI documents, one finding per line.

import { parseArgs } from 'node:util';
import { alike, lineOfAll } from '../engine/document-report.ts';
import { hostsIn } from '../engine/hosts.ts';
import { printableLines } from '../engine/printable.ts';
import { shortPath, shownPath } from '../front/shown-path.ts';
import { isFault } from '../lint/finding.ts';
import { type Linted, NO_RULESET } from '../lint/judge.ts';
import { DEFAULT_LIMIT, lintDocuments } from '../lint/lint.ts';
import { OWN_TITLES } from '../lint/own-titles.ts';
import { INSTALL_SPECTRAL, isSpectralInstalled } from '../lint/spectral.ts';
import type { DocumentFinding } from '../openapi/document-finding.ts';
import { FINDING_FORMATS, type FindingFormat, findingFormat } from '../report/findings/formats.ts';
import { Problems } from '../schema/problems.ts';
import { type GivenDocument, givenDocument, READING_HELP } from './given-document.ts';
import type { CommandIO } from './io.ts';
import { ownVersion } from './version.ts';

const USAGE = `understudy lint [--own | --ruleset FILE] [--format FORMAT] [--overlay FILE] [--against FILE] [--fail-on SEVERITY] [--limit SECONDS] [--allow-fetch HOSTS] FILE…

Judges OpenAPI documents: by OpenAPI's own schema and by where their references lead, by rules (Spectral), by what keeps them from being
stood in for, and those with x-protobuf by whether they can be protobuf. A line for each finding:

  file:line:column  severity  rule  message (JSON pointer)

What is not enforced for the same reason at several places has one line, with the first of them.

  --ruleset FILE      a Spectral ruleset of your own (default: the one that comes with Understudy, if Spectral is installed)
  --own               no ruleset: Spectral need not be installed (--ruleset none is the same). What keeps a document from being stood in
                      for is told as it matters then; beside a ruleset it is only a remark (info)
  --format FORMAT     text, json, junit, sarif or github (default text)
  --overlay FILE      judges the document as this OpenAPI Overlay changes it, as serve has it; with one document only
  --against FILE      the document as it was released before: finds what its clients over protobuf would miss; with one document only
  --fail-on SEVERITY  error or warn: the least that must be mended (default warn)
  --limit SECONDS     processor time for one document (default ${DEFAULT_LIMIT}). A rule that takes a quarter of it, or a twenty-fourth for one
                      place, is stopped and named; the others go on

${READING_HELP}
Ends with 0 when there is nothing to mend, 1 when there is a finding of the severity of --fail-on or above, 2 when a file cannot be read.
`;

/**
 * The command.
 *
 * @param hasSpectral - without it, only our own rules are applied where no ruleset is named. Default: whether it is installed
 * @throws Problems if no file is named, or a file cannot be read
 */
export async function lint(
  args: readonly string[],
  io: CommandIO,
  hasSpectral = isSpectralInstalled(),
): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  const failOn = severityIn(values['fail-on']);
  if (positionals.length === 0) throw new Problems('Name the documents to judge:', USAGE.trimEnd().split('\n'));
  const { against: released, overlay, own } = values;
  if (own && values.ruleset !== undefined)
    throw unusable('--own means no ruleset: leave one of --own and --ruleset out');
  const isPlain = !own && values.ruleset === undefined && !hasSpectral;
  if (isPlain) io.stderr.write(`Only Understudy's own rules are applied: for more, ${INSTALL_SPECTRAL}\n`);
  const ruleset = own || isPlain ? NO_RULESET : values.ruleset;
  const format = findingFormat(values.format);
  if (!format) throw unusable(`--format must be text, json, junit, sarif or github, not "${values.format}"`);
  const [alone] = [released === undefined ? [] : '--against', overlay === undefined ? [] : '--overlay'].flat();
  if (alone !== undefined && positionals.length > 1)
    throw new Problems(`With ${alone}, name one document:`, [
      `these are ${positionals.length}: ${positionals.join(', ')}`,
    ]);
  const hosts = hostsIn('--allow-fetch', values['allow-fetch']);
  const given: GivenDocument[] = [];
  for (const name of positionals) given.push(await givenDocument(name, hosts, io.stdin));
  const linted = await lintDocuments(given, {
    ruleset,
    released,
    overlays: [overlay ?? []].flat(),
    limit: limitIn(values.limit),
  });
  io.stdout.write(await written(linted, format, io.stdout.isTTY));
  return linted.some(({ findings }) => findings.some((finding) => isFault(finding, failOn))) ? 1 : 0;
}

async function written(linted: readonly Linted[], format: FindingFormat, isTerminal = false): Promise<string> {
  if (format !== 'text')
    return FINDING_FORMATS[format]({
      command: 'lint',
      version: await ownVersion(),
      documents: linted.map(({ path, findings }) => ({ file: shownPath(path), findings })),
      titleOf: (rule) => OWN_TITLES[rule],
      shown: shownPath,
    });
  // What reads a pipe, such as an editor, opens the files.
  const shown = isTerminal ? shortPath : shownPath;
  const lines = linted.flatMap(({ path, findings }) =>
    findings.length === 0
      ? [`${shown(path)}: no findings`]
      : alike(findings, isNotEnforced).map((group) => lineOfAll(group, shown)),
  );
  return `${printableLines(lines.join('\n'))}\n`;
}

/** There is nothing to mend there, at each place by itself. */
function isNotEnforced({ rule }: DocumentFinding): boolean {
  return rule === 'not-enforced';
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ruleset: { type: 'string' },
        own: { type: 'boolean', default: false },
        format: { type: 'string', default: 'text' },
        overlay: { type: 'string' },
        against: { type: 'string' },
        'fail-on': { type: 'string', default: 'warn' },
        'allow-fetch': { type: 'string', default: '' },
        limit: { type: 'string', default: `${DEFAULT_LIMIT}` },
      },
    });
  } catch (error) {
    throw unusable((error as Error).message);
  }
}

function severityIn(given: string): 'error' | 'warn' {
  if (given === 'error' || given === 'warn') return given;
  throw unusable(`--fail-on must be error or warn, not "${given}"`);
}

function limitIn(given: string): number {
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw unusable(`--limit must be a whole number of seconds from 1 to 999999, not "${given}"`);
}

function unusable(problem: string): Problems {
  return new Problems('These arguments cannot be used:', [problem, 'See understudy lint --help.']);
}
