// `understudy types <file>`: an OpenAPI document or a fixture schema as TypeScript.

import { basename } from 'node:path';
import { documentTypes, recordTypes } from '../../codegen/document-types.ts';
import { describeItems } from '../../mock/resources/describe-items.ts';
import { createDocument } from '../../openapi/document.ts';
import { createDocumentFiles } from '../../openapi/read/document-files.ts';
import type { DocumentSource } from '../../openapi/read/document-source.ts';
import { openDocument } from '../../openapi/read/open-document.ts';
import { readDataFile } from '../../schema/data-file.ts';
import { printable } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { readCommandLine } from '../command-line.ts';
import { TYPES } from '../command-tables/documents.ts';
import type { CommandIO } from '../io.ts';
import { type GivenDocument, givenDocument } from './given-document.ts';

const NEITHER =
  'it is neither an OpenAPI document, which has `openapi`, nor a fixture schema, which has its records below `definitions`';

/** The command. @throws UsageError if the file is missing or cannot be used */
export async function types(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(TYPES, args, io);
  if (!line) return 0;
  const [name = ''] = line.positionals;
  const { overlay, 'allow-fetch': allowed = '' } = line.values;
  const { location, reading } = await givenDocument(name, parseHosts('--allow-fetch', allowed), io.stdin);
  io.stdout.write(await typesOf({ location, reading: { ...reading, overlays: [overlay ?? []].flat() } }));
  return 0;
}

/** The types of a document, or of a schema whose `definitions` are records and whose properties are collections. */
async function typesOf({ location, reading }: GivenDocument): Promise<string> {
  const { root, displayName, read } = createDocumentFiles(location, reading);
  const path = displayName(root);
  const data = (await readDataFile(path, () => read(root), 'last')) as {
    openapi?: string;
    swagger?: string;
    definitions?: object;
  } | null;
  if (data?.openapi !== undefined || data?.swagger !== undefined) {
    return typesText(await openDocument(location, reading), basename(path));
  }
  if (!data?.definitions) throw new UsageError(`${path} cannot be used:`, [NEITHER]);
  return `${headline('The records of a store', basename(path))}${recordTypes(data)}`;
}

/** The types of a document. @param file - its name in the headline */
export function typesText(source: DocumentSource, file: string): string {
  const { bundled } = source;
  const items = describeItems(createDocument(source));
  return `${headline(`The operations of ${bundled.info.title}`, file)}${documentTypes(bundled, items)}`;
}

function headline(what: string, file: string): string {
  return `// ${printable(what)}, made from ${printable(file)} by \`understudy types\`. Do not edit: change the source and run it again.\n\n`;
}
