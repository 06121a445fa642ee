// `understudy proto --number FILE`: numbers for a document without, kept in an overlay beside it so that they stay.

import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { shownPath } from '../front/shown-path.ts';
import { child, stepsOf, valueAt } from '../openapi/pointer.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import { type Additions, numberDocument } from '../protobuf/number-document.ts';
import { planOf } from '../protobuf/plan-document.ts';
import { parseData, readDataFile } from '../schema/data-file.ts';
import { Problems } from '../schema/problems.ts';
import { writeYaml } from '../schema/yaml.ts';

interface Overlay {
  readonly actions?: readonly object[];
}

/** How many operations without a protobuf form are told one by one. */
const TOLD = 20;

/**
 * Writes the overlay, or what is missing in it.
 *
 * @returns what is to be told, a line each
 * @throws Problems if the document cannot be used, or consists of several files
 */
export async function numberProto(given: string): Promise<readonly string[]> {
  const path = resolve(given);
  const file = join(dirname(path), `${basename(path, extname(path))}.numbers.yaml`);
  const before = await textOf(file);
  const source = await openDocument(path, { overlays: before === undefined ? [] : [file] });
  const root = (await readDataFile(path, undefined, 'last')) as object;
  const others = source.files.filter((one) => one !== source.path && one !== file);
  if (others.length > 0 || 'swagger' in root)
    throw new Problems(`The document ${path} cannot be numbered by an overlay:`, [
      'swagger' in root
        ? 'it is of Swagger 2.0: convert it to OpenAPI first'
        : `it refers to ${others.join(', ')}: put it into one file first`,
    ]);
  const { additions, numbered, left } = numberDocument(source.bundled);
  const told = left.slice(0, TOLD).map(({ id, problem }) => `  ${id}: ${problem.message} (${problem.pointer})`);
  const more = left.length > TOLD ? [`  … and ${left.length - TOLD} more`] : [];
  const unformed =
    left.length === 0 ? [] : [`${left.length} of the operations have no form in protobuf:`, ...told, ...more];
  if (additions.size === 0 || numbered.length === 0)
    return ['Nothing was written: there is nothing to number.', ...unformed];
  const known = before === undefined ? [] : ((parseData(before) as Overlay).actions ?? []);
  const overlay = {
    overlay: '1.0.0',
    info: { title: `Numbers of ${source.bundled.info.title}`, version: source.bundled.info.version || '1' },
    extends: basename(path),
    actions: [...known, ...actionsOf(additions, source.bundled)],
  };
  await writeFile(file, HEAD + writeYaml(overlay));
  // What was written is read as everybody will read it.
  planOf(await openDocument(path, { overlays: [file] }));
  return [
    `Written to ${shownPath(file)}: numbers for ${numbered.length} ${numbered.length === 1 ? 'operation' : 'operations'}. Keep it: clients rely on them.`,
    `  understudy serve ${shownPath(path)} --overlay ${shownPath(file)}`,
    ...unformed,
  ];
}

const HEAD = `# Numbers for protobuf, made by \`understudy proto --number\`. Keep them: a number that has been used means its field for ever. What is new in the
# document gets numbers when the command is run again; those that are here stay.
`;

function actionsOf(additions: Additions, document: object): object[] {
  return [...additions].map(([pointer, update]) => ({ target: jsonPath(pointer, document), update }));
}

/** A JSON pointer as a JSONPath (RFC 9535). */
function jsonPath(pointer: string, document: object): string {
  let at = '';
  return stepsOf(pointer).reduce((path, step) => {
    const isIndex = Array.isArray(valueAt(document, at));
    at = child(at, step);
    return path + (isIndex ? `[${step}]` : `['${step.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`);
  }, '$');
}

/** Undefined where file not found. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
