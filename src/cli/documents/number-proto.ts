// `understudy proto --number FILE`: assigns protobuf numbers in an overlay beside the document.

import { writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { openDocument } from '../../openapi/read/open-document.ts';
import { parseData, readDataFile } from '../../schema/data-file.ts';
import { childPointer, pointerSegments, valueAtPointer } from '../../schema/json-pointer.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { writeYaml } from '../../schema/yaml.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { type Additions, numberDocument } from '../../server/protobuf/number-document.ts';
import { requirePlan } from '../../server/protobuf/plan-document.ts';
import { countedNoun } from '../counted-noun.ts';
import { readTextIfExists } from './write-files.ts';

interface Overlay {
  readonly actions?: readonly object[];
}

/** The maximum number of listed operations without a protobuf form. */
const MAX_LISTED = 20;

/** The result of a numbering, with lines for people. */
export interface Numbering {
  /** The overlay that was written; null if there was nothing to number. */
  readonly file: string | null;
  /** The number of operations that got numbers. */
  readonly numbered: number;
  /** Operations without a protobuf form. */
  readonly unsupported: readonly { readonly operation: string; readonly message: string; readonly pointer: string }[];
  readonly lines: readonly string[];
}

/**
 * Writes the overlay, or adds missing numbers to it.
 *
 * @throws UsageError if the document cannot be used, or consists of several files
 */
export async function numberProto(name: string): Promise<Numbering> {
  const path = resolve(name);
  const file = join(dirname(path), `${basename(path, extname(path))}.numbers.yaml`);
  const before = await readTextIfExists(file);
  const source = await openDocument(path, { overlays: before === undefined ? [] : [file] });
  const root = (await readDataFile(path, undefined, 'last')) as object;
  const others = source.files.filter((one) => one !== source.path && one !== file);
  if (others.length > 0 || 'swagger' in root)
    throw new UsageError(`An overlay cannot add numbers to ${path}:`, [
      'swagger' in root
        ? 'it is a Swagger 2.0 document; convert it to OpenAPI 3 first'
        : `it has $refs to ${others.join(', ')}; bundle it into one file first`,
    ]);
  const { additions, numbered, left } = numberDocument(source.bundled);
  const listed = left.slice(0, MAX_LISTED).map(({ id, problem }) => `  ${id}: ${problem.message} (${problem.pointer})`);
  const more = left.length > MAX_LISTED ? [`  … and ${left.length - MAX_LISTED} more`] : [];
  const restOnly =
    left.length === 0
      ? []
      : [`${countedNoun(left.length, 'operation')} without a protobuf form (REST only):`, ...listed, ...more];
  const unsupported = left.map(({ id, problem }) => ({ operation: id, ...problem }));
  if (additions.size === 0 || numbered.length === 0)
    return { file: null, numbered: 0, unsupported, lines: ['Nothing to number; no file was written.', ...restOnly] };
  const known = before === undefined ? [] : ((parseData(before) as Overlay).actions ?? []);
  const overlay = {
    overlay: '1.0.0',
    info: { title: `Numbers of ${source.bundled.info.title}`, version: source.bundled.info.version || '1' },
    extends: basename(path),
    actions: [...known, ...actionsOf(additions, source.bundled)],
  };
  await writeFile(file, HEAD + writeYaml(overlay));
  // Validates the overlay as later commands will read it.
  requirePlan(await openDocument(path, { overlays: [file] }));
  const lines = [
    `Numbers for ${countedNoun(numbered.length, 'operation')} written to ${shownPath(file)}. Keep this file: clients depend on it. Use it with:`,
    `  understudy serve ${shownPath(path)} --overlay ${shownPath(file)}`,
    ...restOnly,
  ];
  return { file: shownPath(file), numbered: numbered.length, unsupported, lines };
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
  return pointerSegments(pointer).reduce((path, step) => {
    const isIndex = Array.isArray(valueAtPointer(document, at));
    at = childPointer(at, step);
    return path + (isIndex ? `[${step}]` : `['${step.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`);
  }, '$');
}
