// Dredd as an outside judge: it sends the requests of a document and looks at what comes back.
// It ends well with nothing tested and with hooks that never ran, so its exit code says nothing. What counts is its summary line,
// and the list of what its hooks prepared.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentObject, OperationObject, Schema } from '../../src/openapi/objects.ts';
import { readDataFile } from '../../src/schema/data-file.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { startProgram } from './program.ts';
import { projectDocument } from './projection.ts';

/** What Dredd is to judge, and with which hooks. */
export interface DreddSettings {
  /** The bundled document. */
  readonly document: DocumentObject;
  /** Where the server answers. Its state is put back to the fixtures before every request. */
  readonly url: string;
  /** Dredd's own settings. Default: `contracts/dredd.yml`. */
  readonly config?: string | URL;
  /** The CommonJS module with the hooks. Default: `contracts/dredd-hooks.cjs`. */
  readonly hooks?: string | URL;
}

/** What Dredd says. */
export interface DreddReport {
  readonly transactions: number;
  readonly passing: number;
  readonly failing: number;
  readonly errors: number;
  readonly skipped: number;
  /** Why this is no clean pass, one sentence each; empty when every operation and status was judged and kept the contract. */
  readonly problems: readonly string[];
  /** All that Dredd printed, without its remarks on keywords of the document that it does not know. */
  readonly output: string;
}

/** An operation with one status that the document names for it. */
interface Pair {
  /** `<operationId> <status>`. */
  readonly name: string;
  /** JSON Schema of the body; absent when the document promises none. */
  readonly schema?: object;
}

const CONTRACTS = new URL('../', import.meta.url);
/** Above this many milliseconds Dredd is taken to hang. */
const PATIENCE = 100_000;

/** Lets Dredd judge every operation and every status that the document names for it. */
export async function judgeWithDredd(settings: DreddSettings): Promise<DreddReport> {
  const { url, config = new URL('dredd.yml', CONTRACTS), hooks = new URL('dredd-hooks.cjs', CONTRACTS) } = settings;
  const document = nameByOperationId(projectDocument(settings.document));
  const pairs = pairsOf(document);
  const folder = await mkdtemp(join(tmpdir(), 'understudy-dredd-'));
  try {
    const inFolder = (name: string) => join(folder, name);
    const own = await readDataFile(pathOf(config));
    const whole = { ...(own as object), blueprint: inFolder('document.json'), endpoint: url, hookfiles: pathOf(hooks) };
    await writeFile(inFolder('document.json'), JSON.stringify(document));
    await writeFile(inFolder('dredd.yml'), JSON.stringify(whole));
    await writeFile(inFolder('pairs.json'), JSON.stringify({ url, pairs }));
    const environment = { UNDERSTUDY_PAIRS: inFolder('pairs.json'), UNDERSTUDY_PREPARED: inFolder('prepared.json') };
    const dredd = startProgram('dredd', 'dredd', ['--config', inFolder('dredd.yml')], { folder, environment });
    const impatient = setTimeout(() => dredd.child.kill('SIGKILL'), PATIENCE);
    await dredd.ended.finally(() => clearTimeout(impatient));
    // The file is written by the last hook; without it the hooks did not come that far.
    const prepared = await readDataFile(inFolder('prepared.json')).catch(() => undefined);
    return reportOf(dredd.output(), pairs, prepared as readonly string[] | undefined);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Dredd calls an operation by its summary, so it is given the operationId as one. */
function nameByOperationId(projection: DocumentObject): DocumentObject {
  const paths = Object.entries(projection.paths).map(([path, { summary: _, ...item }]) => {
    const operations = Object.entries(item).map(([key, value]) =>
      isOperation(value) ? [key, { ...value, summary: value.operationId ?? `${key} ${path}` }] : [key, value],
    );
    return [path, Object.fromEntries(operations)];
  });
  return { ...projection, paths: Object.fromEntries(paths) };
}

function pairsOf(document: DocumentObject): readonly Pair[] {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item).filter(isOperation));
  return operations.flatMap(({ summary, responses }) =>
    Object.entries(responses).map(([status, { content }]) => {
      const schema: Schema | undefined = content?.['application/json']?.schema;
      return { name: `${summary} ${status}`, ...(schema && { schema: jsonSchemaOf(schema, document) }) };
    }),
  );
}

function isOperation(value: unknown): value is OperationObject {
  return typeof value === 'object' && value !== null && 'responses' in value;
}

function reportOf(printed: string, pairs: readonly Pair[], prepared: readonly string[] | undefined): DreddReport {
  const output = printed.replaceAll(
    /^.*(API description parser warning|DeprecationWarning|--trace-|padLevels).*\n/gm,
    '',
  );
  const counts = /complete: (\d+) passing, (\d+) failing, (\d+) errors, (\d+) skipped, (\d+) total/.exec(output);
  const [passing = 0, failing = 0, errors = 0, skipped = 0, transactions = 0] = counts?.slice(1).map(Number) ?? [];
  const names = pairs.map(({ name }) => name);
  const times = (name: string) => prepared?.filter((one) => one === name).length ?? 0;
  const problems = [
    ...(counts ? [] : ['Dredd did not come to an end.']),
    ...(prepared ? [] : ['The hooks did not run to their end.']),
    ...(prepared
      ? names.filter((name) => times(name) !== 1).map((name) => `${name} was sent ${times(name)} times.`)
      : []),
    ...(transactions === names.length
      ? []
      : [`Dredd counts ${transactions} transactions; the document has ${names.length}.`]),
    ...(failing + errors + skipped === 0 ? [] : [`${failing} failing, ${errors} errors, ${skipped} skipped.`]),
    ...(names.length > 0 ? [] : ['The document has nothing to judge.']),
  ];
  return { transactions, passing, failing, errors, skipped, problems, output };
}

function pathOf(location: string | URL): string {
  return resolve(location instanceof URL ? fileURLToPath(location) : location);
}
