// Selection of fixture files in a folder that users did not name.

import { basename } from 'node:path';
import { shownPath } from '../../../openapi/report/shown-path.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import { fixtureFiles, fixtureName, type RecordConverter, readFixtureAs, SCHEMA } from '../../../store/fixture.ts';

interface FixtureCheck {
  readonly asRecords: RecordConverter;
  /** The problem of each item that `asRecords` left out, by collection. */
  readonly invalidItems: ReadonlyMap<string, readonly string[]>;
  /** The collections of the document. */
  readonly collections: ReadonlySet<string>;
  /** Whether there are handlers, which may have their own collections and a schema for them. */
  readonly hasHandlers: boolean;
}

/** Maximum number of names or items in a message. */
const MAX_NAMES = 5;

/**
 * The valid fixture files of a folder, with notes about the others: a folder `fixtures` may belong to other tests.
 * Never throws.
 */
export async function selectFixtureFiles(
  folder: string,
  { asRecords, invalidItems, collections, hasHandlers }: FixtureCheck,
): Promise<{ readonly files: readonly string[]; readonly remarks: readonly string[] }> {
  const files: string[] = [];
  const unknownFiles: string[] = [];
  const invalid: string[] = [];
  const isSchema = (file: string) => fixtureName(file) === SCHEMA;
  try {
    const all = await fixtureFiles([folder]);
    for (const file of [...all.filter(isSchema), ...all.filter((one) => !isSchema(one))]) {
      const name = fixtureName(file);
      if (!collections.has(name) && !hasHandlers) unknownFiles.push(basename(file));
      else if (files.some((other) => fixtureName(other) === name))
        invalid.push(`${basename(file)}: another file is named ${name}`);
      else {
        const problem = await problemOf(file, files.filter(isSchema));
        if (problem === undefined) {
          files.push(file);
          invalid.push(...itemRemarks(file));
        } else invalid.push(`${basename(file)}: ${problem}`);
      }
    }
  } catch (error) {
    invalid.push((error as Error).message);
  }
  return { files, remarks: remarksOn() };

  async function problemOf(file: string, schema: readonly string[]): Promise<string | undefined> {
    try {
      await readFixtureAs(asRecords, [...schema, file], folder);
      return undefined;
    } catch (error) {
      const [first = (error as Error).message] = error instanceof UsageError ? error.problems : [];
      return first.replace(`${file} `, '');
    }
  }

  function itemRemarks(file: string): readonly string[] {
    const problems = invalidItems.get(fixtureName(file)) ?? [];
    if (problems.length === 0) return [];
    const items = problems.length === 1 ? '1 item' : `${problems.length} items`;
    return [`${items} of ${basename(file)} (${joinNames(problems, '; ')})`];
  }

  function remarksOn(): readonly string[] {
    if (unknownFiles.length === 0 && invalid.length === 0) return [];
    const known = joinNames([...collections].map((kind) => `${kind}.json`));
    const unknown =
      unknownFiles.length === 0
        ? []
        : [`${joinNames(unknownFiles)} (unknown collection${known && `; expected ${known}`})`];
    return [`Ignored in ${shownPath(folder)}: ${[...unknown, ...invalid].join('; ')}.`];
  }
}

function joinNames(names: readonly string[], separator = ', '): string {
  const shownNames = names.slice(0, MAX_NAMES);
  const more = names.length - shownNames.length;
  return [...shownNames, ...(more > 0 ? [`${more} more`] : [])].join(separator);
}
