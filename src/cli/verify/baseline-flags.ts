// `--baseline` and `--write-baseline`: the file of known findings.

import { readFile, writeFile } from 'node:fs/promises';
import { isRecord } from '../../schema/is-record.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { printable } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { type Baseline, createBaseline, type KnownFinding, listGone } from '../../verify/report/baseline.ts';
import type { Report } from '../../verify/report/report.ts';
import { countedNoun } from '../counted-noun.ts';
import type { Output } from '../io.ts';
import type { VerifyFlags } from './verify-flags.ts';

type BaselineFlags = Pick<VerifyFlags, 'baseline' | 'write-baseline' | 'fail-on' | 'phases'>;

/** The known findings of a run. */
interface BaselineFile {
  readonly ids: ReadonlySet<string>;
  /** Writes the file, or reports the known findings that are gone. */
  finish(reports: readonly Report[], stderr: Output): Promise<void>;
}

/** Maximum number of listed findings. */
const MAX_LINES = 20;

/** @throws UsageError if the file does not exist and is not to be written, or is not a baseline */
export async function openBaseline(flags: BaselineFlags): Promise<BaselineFile> {
  const { baseline: file, 'write-baseline': isWritten } = flags;
  if (file === undefined) {
    if (isWritten) throw new UsageError('--write-baseline needs the file: --baseline FILE --write-baseline');
    return { ids: new Set(), finish: async () => undefined };
  }
  const known = await readBaseline(file, isWritten);
  const settings = { least: flags['fail-on'], isPartial: flags.phases !== undefined };
  return {
    ids: new Set(known?.findings.flatMap(({ ids }) => ids)),
    async finish(reports, stderr) {
      const gone = listGone(reports, known, settings);
      if (gone.length > 0) {
        const hint = isWritten ? 'removed from' : 'remove them with --write-baseline from';
        const title = `understudy: ${countedNoun(gone.length, 'known finding')} not found any more; ${hint} ${file}:`;
        stderr.write(`${[title, ...goneLines(gone)].map(printable).join('\n')}\n`);
      }
      if (!isWritten) return;
      const baseline = createBaseline(reports, known, settings);
      await writeFile(file, `${JSON.stringify(baseline, undefined, 2)}\n`).catch((error: Error) => {
        throw new UsageError(`--baseline ${file} cannot be written: ${error.message}`);
      });
      stderr.write(
        printable(`understudy: wrote ${countedNoun(baseline.findings.length, 'known finding')} to ${file}.`),
      );
      stderr.write('\n');
    },
  };
}

function goneLines(gone: readonly KnownFinding[]): readonly string[] {
  const rest = gone.length - MAX_LINES;
  return [
    ...gone.slice(0, MAX_LINES).map(({ operation, check, message }) => `  ${check}: ${operation}: ${message}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

/** @param mayBeMissing - then a missing file has no findings */
async function readBaseline(file: string, mayBeMissing: boolean): Promise<Baseline | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (mayBeMissing && error.code === 'ENOENT') return undefined;
    const reason = error.code === 'ENOENT' ? 'file not found; create it with --write-baseline' : error.message;
    throw new UsageError(`--baseline ${file}: ${reason}`);
  });
  if (text === undefined) return undefined;
  const value = parseText(text);
  if (!isBaseline(value))
    throw new UsageError(`--baseline ${file} is not a baseline; create it with --write-baseline.`);
  return value;
}

function parseText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isBaseline(value: unknown): value is Baseline {
  if (!isRecord(value) || value.version !== 1 || !Array.isArray(value.findings)) return false;
  return value.findings.every(
    (one) =>
      isRecord(one) &&
      Array.isArray(one.ids) &&
      [...one.ids, one.operation, one.method, one.path, one.check, one.message].every(
        (text) => typeof text === 'string',
      ),
  );
}
