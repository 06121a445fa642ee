// `understudy import DOCUMENT FILE`: creates fixtures, examples and contract cases from a HAR file.

import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { printableLines } from '../engine/printable.ts';
import { shownPath } from '../front/shown-path.ts';
import { contractsOf } from '../recording/contracts.ts';
import { examplesOf } from '../recording/examples.ts';
import { fixturesOf } from '../recording/fixtures.ts';
import { type Recording, readHar } from '../recording/har.ts';
import { shownCredentials } from '../recording/shown-credentials.ts';
import { Problems } from '../schema/problems.ts';
import { documentsAt } from './hold.ts';
import type { CommandIO } from './io.ts';
import { readRecording, recordedIn } from './read-recording.ts';
import { type NewFile, writeFiles } from './write-files.ts';
import { FILE_NAME, linesOf } from './write-set.ts';

const USAGE = `understudy import [--fixtures DIR] [--examples FILE] [--contracts DIR] [--replace] DOCUMENT FILE

Makes fixtures, examples and contract cases of an OpenAPI document from what was recorded: an HTTP Archive (HAR) of a browser or of understudy proxy, or
its entries one a line; - is standard input. Recognised secrets are replaced by samples, and what is not as the document has it is left out.

  --fixtures DIR    a file for each kind of thing, as it was in the end; with DIR fixtures beside the document, understudy serve has them
  --examples FILE   an OpenAPI Overlay with requests and answers as named examples, for understudy serve --overlay
  --contracts DIR   cases for understudy verify: <operationId>.ts with requests and the statuses that they were answered with
  --url URL         takes the exchanges of a stand-in that runs, instead of FILE
  --sandbox NAME    of this sandbox (default main)
  --replace         takes the place of files that are there
  --allow-fetch HOSTS
                    hosts that documents may be fetched from
`;

interface Output {
  readonly folder: string;
  readonly files: readonly NewFile[];
  /** What is told of it. */
  readonly told: readonly string[];
}

/** The command. @throws Problems if nothing can be read, or nothing written */
export async function importRecording(args: readonly string[], io: CommandIO): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help) {
    io.stdout.write(USAGE);
    return 0;
  }
  const [name, file, ...others] = positionals;
  const { url, fixtures, examples, contracts, replace } = values;
  if (name === undefined || others.length > 0 || (file === undefined) === (url === undefined))
    throw misuse('A document is needed, and one recording: a file, or --url.');
  if (fixtures === undefined && examples === undefined && contracts === undefined)
    throw misuse('Nothing is asked for: say --fixtures, --examples or --contracts.');
  const place = { document: name, stdin: io.stdin, folder: process.cwd(), allowFetch: values['allow-fetch'] };
  const { documents } = await documentsAt(place);
  const [document] = documents;
  if (!document) throw new Error('a document was named');
  const recording =
    file === undefined ? await recordingAt(url ?? '', values.sandbox) : await readRecording(file, io.stdin);
  const { recorded, remarks } = await recordedIn(recording, document);
  const credentials = shownCredentials(document, recording.exchanges);
  const outputs: Output[] = [];
  if (fixtures !== undefined) {
    const found = await fixturesOf(document, recorded, credentials);
    const counts = [...found.collections].map(([collection, items]) => `${items.length} ${collection}`);
    const files = [...found.collections].map(([collection, items]) => fixtureFile(collection, items));
    outputs.push({
      folder: fixtures,
      files,
      told: [`Fixtures in ${shownPath(fixtures)}: ${counts.join(', ') || 'none'}.`, ...found.remarks],
    });
  }
  if (examples !== undefined) {
    const found = await examplesOf(document, recorded, credentials);
    const text = `${JSON.stringify(found.overlay, undefined, 2)}\n`;
    const told = [`Examples of ${found.count} exchanges in ${shownPath(examples)}.`, ...found.remarks];
    outputs.push({ folder: dirname(examples), files: [{ path: basename(examples), text }], told });
  }
  if (contracts !== undefined) {
    const found = await contractsOf(document, recorded, credentials);
    const count = found.reduce((sum, { cases }) => sum + cases, 0);
    const files = found.map((one) => ({ path: `${one.name}.ts`, text: one.text }));
    outputs.push({
      folder: contracts,
      files,
      told: [`${count} cases of ${found.length} operations in ${shownPath(contracts)}.`],
    });
  }
  // All of them or none, wherever they are written.
  const files = outputs.flatMap((one) => one.files.map((file) => ({ ...file, path: join(one.folder, file.path) })));
  await writeFiles('', replace ? files.map((file) => ({ ...file, amends: true })) : files);
  const lines = [...outputs.flatMap(({ told }) => told), ...remarks];
  io.stdout.write(`${printableLines(lines.join('\n'))}\n`);
  return 0;
}

/** The exchanges of a stand-in. @throws Problems if there is none */
async function recordingAt(url: string, sandbox: string): Promise<Recording> {
  const address = `${url.replace(/\/+$/, '')}/_understudy/requests/har`;
  const response = await fetch(address, { headers: { 'x-understudy-sandbox': sandbox } }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new Problems(`No stand-in answers at ${url}: ${message}`, []);
  });
  const text = await response.text();
  if (!response.ok)
    throw new Problems(`The stand-in at ${url} refuses that (${response.status}): ${text.slice(0, 200)}`, []);
  return readHar(text, url);
}

/** @throws Problems if no file can be called so */
function fixtureFile(collection: string, items: readonly unknown[]): NewFile {
  if (!FILE_NAME.test(collection) || collection === 'schema')
    throw new Problems(`No file can be called as the collection ${JSON.stringify(collection)} is.`, []);
  return { path: `${collection}.json`, text: linesOf(items) };
}

function misuse(message: string): Problems {
  return new Problems(message, USAGE.trimEnd().split('\n'));
}

function readArguments(args: readonly string[]) {
  try {
    const options = {
      help: { type: 'boolean', short: 'h' },
      fixtures: { type: 'string' },
      examples: { type: 'string' },
      contracts: { type: 'string' },
      url: { type: 'string' },
      sandbox: { type: 'string', default: 'main' },
      replace: { type: 'boolean', default: false },
      'allow-fetch': { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw misuse((error as Error).message);
  }
}
