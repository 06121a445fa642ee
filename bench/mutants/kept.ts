// What the judges said, as it is kept.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inRepository } from '../repository.ts';
import { FAULTS } from './faults.ts';
import type { Mutant } from './mutant.ts';

export interface Kept {
  /** How many requests Prism was given of what each serves. */
  readonly passedOn: Readonly<Partial<Record<Mutant['of'], number>>>;
  /** What each judge says of each fault, by `<of> <id>`; nothing found is an empty list. */
  readonly said: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const FILE = inRepository('bench/mutants/results.json');

export async function readKept(): Promise<Kept> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}

/** What a judge said of a fault; undefined when it was not asked. */
export function saidOf({ said }: Kept, { of, id }: Mutant, judge: string): readonly string[] | undefined {
  return said[`${of} ${id}`]?.[judge];
}

/** With what a judge says of one more fault, and none that is not planted any more. */
export function withSaid(kept: Kept, { of, id }: Mutant, judge: string, found: readonly string[]): Kept {
  const key = `${of} ${id}`;
  const short = found.slice(0, 3).map((one) => one.slice(0, 300));
  const said = { ...kept.said, [key]: { ...kept.said[key], [judge]: short } };
  const keys = FAULTS.map((one) => `${one.of} ${one.id}`);
  return { ...kept, said: Object.fromEntries(keys.flatMap((one) => (said[one] ? [[one, said[one]]] : []))) };
}

export async function keep(kept: Kept): Promise<void> {
  await writeFile(FILE, JSON.stringify(kept));
  // The house's form is Biome's.
  await promisify(execFile)(inRepository('node_modules/.bin/biome'), ['format', '--write', FILE]);
}
