// The stored results of the judges, `results.json`.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inRepository } from '../repository.ts';
import { FAULTS } from './faults.ts';
import type { Mutant } from './mutant.ts';

export interface JudgeResults {
  /** The number of requests that Prism got for each API. */
  readonly passedOn: Readonly<Partial<Record<Mutant['of'], number>>>;
  /** The findings of each judge for each fault, by `<of> <id>`; empty if it found nothing. */
  readonly findings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

const FILE = inRepository('bench/mutants/results.json');

export async function readResults(): Promise<JudgeResults> {
  return JSON.parse(await readFile(FILE, 'utf8'));
}

/** The findings of a judge for a fault; undefined if it was not run. */
export function findingsOf(
  { findings }: JudgeResults,
  { of, id }: Mutant,
  judge: string,
): readonly string[] | undefined {
  return findings[`${of} ${id}`]?.[judge];
}

/** Adds the findings of a judge for a fault, and removes faults that are not planted any more. */
export function addFindings(
  results: JudgeResults,
  { of, id }: Mutant,
  judge: string,
  found: readonly string[],
): JudgeResults {
  const key = `${of} ${id}`;
  const short = found.slice(0, 3).map((one) => one.slice(0, 300));
  const findings = { ...results.findings, [key]: { ...results.findings[key], [judge]: short } };
  const keys = FAULTS.map((one) => `${one.of} ${one.id}`);
  return {
    ...results,
    findings: Object.fromEntries(keys.flatMap((one) => (findings[one] ? [[one, findings[one]]] : []))),
  };
}

export async function writeResults(results: JudgeResults): Promise<void> {
  await writeFile(FILE, JSON.stringify(results));
  // Formatted like all files.
  await promisify(execFile)(inRepository('node_modules/.bin/biome'), ['format', '--write', FILE]);
}
