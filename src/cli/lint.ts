// `understudy lint FILE…`: what is wrong with OpenAPI documents, one finding per line.

import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { isFault, type LintFinding } from '../lint/finding.ts';
import { lintDocuments } from '../lint/lint.ts';
import { Problems } from '../schema/problems.ts';

const USAGE = `understudy lint [--ruleset FILE] [--against FILE] FILE…

Judges OpenAPI documents: whether they can be used (swagger-parser), by rules (Spectral), and those with x-protobuf by whether they
can be protobuf. Nothing is fetched. A line for each finding:

  file:line:column  severity  rule  message (JSON pointer)

  --ruleset FILE   a Spectral ruleset of your own (default: the one that comes with Understudy)
  --against FILE   the document as it was released before: finds what its clients over protobuf would miss; with one document only

Ends with 0 when there is nothing to mend, 1 when there is a finding of severity warn or error, 2 when a file cannot be read.
`;

/** The command. @throws Problems if no file is named, or a file cannot be read */
export async function lint(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (positionals.length === 0) throw new Problems('Name the documents to judge:', USAGE.trimEnd().split('\n'));
  if (values.against !== undefined && positionals.length > 1)
    throw new Problems('With --against, name one document:', [
      `these are ${positionals.length}: ${positionals.join(', ')}`,
    ]);
  const linted = await lintDocuments(positionals, values.ruleset, values.against);
  const lines = linted.flatMap(({ path, findings }) =>
    findings.length === 0 ? [`${shown(path)}: no findings`] : findings.map(line),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
  return linted.some(({ findings }) => findings.some(isFault)) ? 1 : 0;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        ruleset: { type: 'string' },
        against: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Problems('These arguments cannot be used:', [(error as Error).message, 'See understudy lint --help.']);
  }
}

function line({ file, line, column, severity, rule, message, pointer }: LintFinding): string {
  const place = pointer === '' ? '' : ` (${pointer})`;
  return `${shown(file)}:${line}:${column}  ${severity}  ${rule}  ${message.replace(/\s*\n\s*/g, ' ')}${place}`;
}

/** The path as one would type it here. */
function shown(path: string): string {
  const here = relative(process.cwd(), path);
  return here.startsWith('..') ? path : here;
}
