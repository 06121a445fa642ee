// Selection of fixture files in a folder that users did not name.

import { basename } from 'node:path';
import { UsageError } from '../../../schema/usage-error.ts';
import { fixtureFiles, fixtureName, type RecordConverter, readFixtureAs, SCHEMA } from '../../../store/fixture.ts';

export interface Fitting {
  readonly asRecords: RecordConverter;
  /** The collections of the document. */
  readonly kinds: ReadonlySet<string>;
  /** Whether there are handlers, which may have their own collections and a schema for them. */
  readonly hasHandlers: boolean;
}

/** Maximum number of names in a message. */
const MOST_NAMED = 5;

/**
 * The valid fixture files of a folder, with notes about the others: a folder `fixtures` may belong to other tests.
 * Never throws.
 */
export async function fittingFiles(
  folder: string,
  { asRecords, kinds, hasHandlers }: Fitting,
): Promise<{ readonly files: readonly string[]; readonly remarks: readonly string[] }> {
  const files: string[] = [];
  const strangers: string[] = [];
  const wrong: string[] = [];
  const isSchema = (file: string) => fixtureName(file) === SCHEMA;
  try {
    const all = await fixtureFiles([folder]);
    for (const file of [...all.filter(isSchema), ...all.filter((one) => !isSchema(one))]) {
      const name = fixtureName(file);
      if (!kinds.has(name) && !hasHandlers) strangers.push(basename(file));
      else if (files.some((other) => fixtureName(other) === name))
        wrong.push(`${basename(file)}: another file is named ${name}`);
      else {
        const problem = await problemOf(file, files.filter(isSchema));
        if (problem === undefined) files.push(file);
        else wrong.push(`${basename(file)}: ${problem}`);
      }
    }
  } catch (error) {
    wrong.push((error as Error).message);
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

  function remarksOn(): readonly string[] {
    if (strangers.length === 0 && wrong.length === 0) return [];
    const known = named([...kinds].map((kind) => `${kind}.json`));
    const unknown =
      strangers.length === 0 ? [] : [`${named(strangers)} (unknown collection${known && `; expected ${known}`})`];
    return [`Ignored in ${folder}: ${[...unknown, ...wrong].join('; ')}.`];
  }
}

function named(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMED);
  const more = names.length - told.length;
  return [...told, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
