// Tools for documents: lint, compare with another version, TypeScript types.

import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import { diff } from '../../documents/diff.ts';
import { lint } from '../../documents/lint.ts';
import { typesText } from '../../documents/types.ts';
import type { AgentServer } from '../agent-server.ts';
import { runCaptured } from '../run-captured.ts';
import { defineTool, objectSchema, type Tool } from '../tool.ts';

/** Findings and changes that are returned. */
const MAX_ENTRIES = 30;

const OTHER = {
  file: {
    type: 'string',
    description: 'A file below the folder of the server. Its $refs may lead to files in its own folder.',
  },
  text: { type: 'string', description: 'The text of a document (JSON or YAML), without $refs to other files.' },
} as const;

interface OtherDocument {
  readonly file?: string;
  readonly text?: string;
}

const lintDocument = defineTool<OtherDocument>({
  name: 'lint_document',
  title: 'Lint a document',
  description: 'Finds problems of an OpenAPI document by the built-in rules. Default: the served one.',
  effect: 'reads',
  input: objectSchema(OTHER),
  output: {
    type: 'object',
    required: ['findings'],
    properties: { findings: { type: 'array', items: { type: 'object' } }, more: { type: 'integer' } },
  },
  async run(other, session) {
    const { stdout } = await withDocument(other, session, (path = servedLocation(session)) =>
      runCaptured(lint, [path, '--own', '--json']),
    );
    const { documents } = JSON.parse(stdout) as {
      readonly documents: readonly { readonly findings: readonly object[] }[];
    };
    return bounded(
      'findings',
      documents.flatMap(({ findings }) => findings),
    );
  },
});

const diffDocuments = defineTool<OtherDocument>({
  name: 'diff_documents',
  title: 'Compare with another version',
  description: 'Lists the changes from the served document to another version, the breaking ones first.',
  effect: 'reads',
  input: objectSchema(OTHER),
  output: {
    type: 'object',
    required: ['isBreaking', 'changes'],
    properties: {
      isBreaking: { type: 'boolean' },
      changes: { type: 'array', items: { type: 'object' } },
      more: { type: 'integer' },
    },
  },
  async run(other, session) {
    const { code, stdout } = await withDocument(other, session, (path) => {
      if (path === undefined) throw new UsageError('diff_documents needs the other version: `file` or `text`.');
      return runCaptured(diff, [servedLocation(session), path, '--json']);
    });
    const { changes } = JSON.parse(stdout) as { readonly changes: readonly object[] };
    return { isBreaking: code === 1, ...bounded('changes', changes) };
  },
});

const getTypes = defineTool<{ readonly names?: readonly string[] }>({
  name: 'get_types',
  title: 'Get TypeScript types',
  description: 'TypeScript types of the served document: the declarations named, or a list of their names.',
  effect: 'reads',
  input: objectSchema({ names: { type: 'array', items: { type: 'string' }, maxItems: 20 } }),
  output: {
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' } }, types: { type: 'string' } },
  },
  async run({ names }, session) {
    const all = (await session.documents()).flatMap(({ source }) => declarationsOf(typesText(source, 'the document')));
    if (names === undefined) return { names: all.map(({ name }) => name) };
    const unknown = names.filter((name) => !all.some((one) => one.name === name));
    if (unknown.length > 0)
      throw new UsageError(`There is no type ${unknown.join(', ')}; without \`names\`, get_types lists them.`);
    return {
      types: all
        .filter(({ name }) => names.includes(name))
        .map(({ text }) => text)
        .join('\n'),
    };
  },
});

export const documentTools: readonly Tool[] = [lintDocument, diffDocuments, getTypes];

/**
 * Runs a command with the path of a document; undefined for the served one. A text is the only file of its folder, so
 * that it cannot refer to others.
 *
 * @throws UsageError for files outside the folder of the server
 */
async function withDocument<T>(
  { file, text }: OtherDocument,
  server: AgentServer,
  run: (path?: string) => Promise<T>,
): Promise<T> {
  if (file !== undefined && text !== undefined) throw new UsageError('Give a file or a text, not both.');
  if (file !== undefined) return run(await pathOf(file, server));
  if (text === undefined) return run();
  const folder = await mkdtemp(join(tmpdir(), 'understudy-'));
  try {
    const path = join(folder, 'document.yaml');
    await writeFile(path, text);
    return await run(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function pathOf(file: string, { folder, isLocal }: AgentServer): Promise<string> {
  if (!isLocal) throw new UsageError('Files are for agents on the machine of the mock server; give the text.');
  // An absolute path: a URL would be fetched, and a name with a dash read as a flag. Links are followed first.
  const path = await realpath(resolve(folder, file)).catch(() => undefined);
  if (path === undefined) throw new UsageError(`There is no file ${stringifyJson(file)}.`);
  const inside = relative(await realpath(folder), path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw new UsageError(`${stringifyJson(file)} is not below the folder of the server.`);
  return path;
}

function servedLocation({ location }: AgentServer): string {
  if (location === undefined) throw new UsageError('This server has several documents; give a file or a text.');
  return location;
}

function bounded(name: string, all: readonly object[]): object {
  return { [name]: all.slice(0, MAX_ENTRIES), ...(all.length > MAX_ENTRIES && { more: all.length - MAX_ENTRIES }) };
}

function declarationsOf(text: string): readonly { readonly name: string; readonly text: string }[] {
  return text.split(/\n(?=(?:\/\*\*|export ))/).flatMap((part) => {
    const name = /^export (?:type|interface) (\w+)/m.exec(part)?.[1];
    return name === undefined ? [] : [{ name, text: part }];
  });
}
