// Resources of the MCP server: documents, operations, recorded requests, records, docs pages.

import { readdir, readFile } from 'node:fs/promises';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { packageFile } from '../../schema/package-files.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { findOperation } from './agent-server.ts';
import type { AgentSession } from './agent-session.ts';
import { describeOperation } from './describe-operation.ts';

/** Text that agents read by its URI. */
export interface AgentResource {
  readonly name: string;
  /** A URI, or a template of RFC 6570. */
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Whether it differs between sandboxes. Default false. */
  readonly isOfSandbox?: true;
  /** @throws UsageError if there is none */
  read(variables: Readonly<Record<string, string>>): Promise<string>;
}

const JSON_TYPE = 'application/json';

export function listResources(session: AgentSession): readonly AgentResource[] {
  const { sandbox } = session;
  return [
    {
      name: 'document',
      uri: 'understudy://document',
      title: 'OpenAPI document',
      description: 'The served document, whole. Big ones cost many tokens: prefer explain_operation.',
      mimeType: JSON_TYPE,
      async read() {
        const [only, ...others] = (await session.documents()).map(({ source }) => source.bundled);
        return stringifyJson(others.length === 0 ? only : [only, ...others]);
      },
    },
    {
      name: 'operation',
      uri: 'understudy://operations/{id}',
      title: 'Operation',
      description: 'One operation with its schemas.',
      mimeType: JSON_TYPE,
      read: async ({ id = '' }) => stringifyJson(describeOperation((await findOperation(session, id)).operation)),
    },
    {
      name: 'requests',
      uri: 'understudy://requests',
      title: 'Recorded requests',
      description: 'The newest requests of the sandbox, without bodies.',
      mimeType: JSON_TYPE,
      isOfSandbox: true,
      read: async () => stringifyJson(await sandbox.control('listRequests', { limit: 100 })),
    },
    {
      name: 'records',
      uri: 'understudy://records/{collection}',
      title: 'Records',
      description: 'The first records of a collection.',
      mimeType: JSON_TYPE,
      isOfSandbox: true,
      read: async ({ collection = '' }) =>
        stringifyJson(await sandbox.control('listRecords', { collection, limit: 100 })),
    },
    {
      name: 'docs',
      uri: 'understudy://docs/{page}',
      title: 'Documentation page',
      description: 'A page of the documentation, such as `faults`. `index` lists them.',
      mimeType: 'text/markdown',
      read: ({ page = '' }) => readPage(page),
    },
  ];
}

/** The folders of documentation pages. */
const PAGES = ['start', 'guides', 'reference', 'explanation'];

async function readPage(name: string): Promise<string> {
  const found = await Promise.all(
    PAGES.map(async (folder) => {
      const files = await readdir(packageFile(`docs/${folder}/`)).catch((): string[] => []);
      return files.filter((file) => file.endsWith('.md')).map((file) => `${folder}/${file}`);
    }),
  );
  const pages = found.flat().filter((path) => !path.endsWith('/index.md'));
  const nameOf = (path: string) => path.slice(path.indexOf('/') + 1, -'.md'.length);
  if (name === 'index') return pages.map((path) => `- ${nameOf(path)}`).join('\n');
  const page = pages.find((path) => nameOf(path) === name);
  if (page === undefined) throw new UsageError(`There is no page ${JSON.stringify(name)}; index lists them.`);
  return readFile(packageFile(`docs/${page}`), 'utf8');
}
