// `understudy import DOCUMENT FILE`: creates fixtures, examples, contracts and workflows from a HAR file.

import { basename, dirname, join, relative, resolve } from 'node:path';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { contractsFromRecording } from '../../verify/import/contracts-from-recording.ts';
import { examplesFromRecording } from '../../verify/import/examples-from-recording.ts';
import { fixturesFromRecording } from '../../verify/import/fixtures-from-recording.ts';
import { type RecordedExchanges, readHar } from '../../verify/import/read-har.ts';
import { recordedCredentials } from '../../verify/import/recording-redaction.ts';
import { workflowFromRecording } from '../../verify/import/workflow-from-recording.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { IMPORT } from '../command-tables/documents.ts';
import { connectTo, findSandbox, reportingErrors } from '../control/server.ts';
import { countedNoun } from '../counted-noun.ts';
import type { CommandIO } from '../io.ts';
import { printResult } from '../print-result.ts';
import { FILE_NAME, recordLines } from '../state/write-set.ts';
import { matchOperations, readRecording } from '../verify/read-recording.ts';
import { loadDocuments } from '../verify/verify-servers.ts';
import { type NewFile, writeFiles } from './write-files.ts';

interface Output {
  readonly folder: string;
  readonly files: readonly NewFile[];
  /** Counts for the JSON result. */
  readonly result: object;
  readonly lines: readonly string[];
}

/** The command. @throws UsageError if nothing can be read, or nothing written */
export async function importRecording(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(IMPORT, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [name = '', file] = positionals;
  const { url, fixtures, examples, contracts, workflow, replace } = values;
  if ((file === undefined) === (url === undefined))
    throw usageError(IMPORT, 'Name one recording: FILE (a HAR file), or --url of a running mock server.');
  if (fixtures === undefined && examples === undefined && contracts === undefined && workflow === undefined)
    throw usageError(IMPORT, 'Nothing to create: set --fixtures, --examples, --contracts or --workflow.');
  const location = { document: name, stdin: io.stdin, folder: process.cwd(), allowFetch: values['allow-fetch'] };
  const { documents } = await loadDocuments(location);
  const [document] = documents;
  if (!document) throw new Error('a document was named');
  const recording =
    file === undefined ? await recordingAt(url ?? '', values.sandbox, io.env) : await readRecording(file, io.stdin);
  const { recorded, remarks } = await matchOperations(recording, document);
  const credentials = recordedCredentials(document, recording.exchanges);
  const outputs: Output[] = [];
  if (fixtures !== undefined) {
    const found = await fixturesFromRecording(document, recorded, credentials);
    const counts = [...found.collections].map(([collection, items]) => `${items.length} ${collection}`);
    const files = [...found.collections].map(([collection, items]) => fixtureFile(collection, items));
    outputs.push({
      folder: fixtures,
      files,
      result: { fixtures: Object.fromEntries([...found.collections].map(([key, items]) => [key, items.length])) },
      lines: [`Fixtures in ${shownPath(fixtures)}: ${counts.join(', ') || 'none'}.`, ...found.notices],
    });
  }
  if (examples !== undefined) {
    const found = await examplesFromRecording(document, recorded, credentials);
    const text = `${stringifyJson(found.overlay, undefined, 2)}\n`;
    const lines = [`Examples of ${countedNoun(found.count, 'request')} in ${shownPath(examples)}.`, ...found.notices];
    const files = [{ path: basename(examples), text }];
    outputs.push({ folder: dirname(examples), files, result: { examples: found.count }, lines });
  }
  if (contracts !== undefined) {
    const found = await contractsFromRecording(document, recorded, credentials);
    const count = found.reduce((sum, { cases }) => sum + cases, 0);
    const files = found.map((one) => ({ path: `${one.name}.ts`, text: one.text }));
    outputs.push({
      folder: contracts,
      files,
      result: { cases: count },
      lines: [`${countedNoun(count, 'case')} of ${countedNoun(found.length, 'operation')} in ${shownPath(contracts)}.`],
    });
  }
  if (workflow !== undefined) {
    const { path } = document.source;
    const isUrl = /^https?:/.test(path);
    const source = isUrl ? path : relative(dirname(resolve(workflow)), path).replaceAll('\\', '/');
    const found = await workflowFromRecording(document, recorded, credentials, source);
    const text = `${stringifyJson(found.arazzo, undefined, 2)}\n`;
    outputs.push({
      folder: dirname(workflow),
      files: [{ path: basename(workflow), text }],
      result: { steps: found.steps },
      lines: [`A workflow of ${countedNoun(found.steps, 'step')} in ${shownPath(workflow)}.`, ...found.notices],
    });
  }
  // All files or none, in whichever folders.
  const files = outputs.flatMap((one) => one.files.map((file) => ({ ...file, path: join(one.folder, file.path) })));
  await writeFiles('', replace ? files.map((file) => ({ ...file, amends: true })) : files);
  const lines = [...outputs.flatMap((one) => one.lines), ...remarks];
  const result = {
    files: files.map(({ path }) => path),
    ...Object.assign({}, ...outputs.map((one) => one.result)),
    notes: remarks,
  };
  printResult(io, values.json, result, lines);
  return 0;
}

/** The recorded requests of a running server. @throws UsageError if they cannot be read */
async function recordingAt(url: string, sandbox: string, env: CommandIO['env']): Promise<RecordedExchanges> {
  const server = connectTo(url, env);
  return reportingErrors(async () => {
    const { control } = await findSandbox(server, sandbox, env);
    return readHar(stringifyJson(await control('exportRequests')), url);
  });
}

/** @throws UsageError if the name cannot be a file name */
function fixtureFile(collection: string, items: readonly unknown[]): NewFile {
  if (!FILE_NAME.test(collection) || collection === 'schema')
    throw new UsageError(`The name of the collection ${JSON.stringify(collection)} cannot be a file name.`);
  return { path: `${collection}.json`, text: recordLines(items) };
}
