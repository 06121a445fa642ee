// The registers of the workload `replicas`: seed data and requests.

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestResponse } from '../answer.ts';
import { jsonOf, type Question, wireRequest } from '../contender.ts';
import { inRepository } from '../repository.ts';

const DOCUMENT = inRepository('bench/replicas/registers.yaml');

/** About the size of a small record. */
const FILLING = 'x'.repeat(200);

export const idOf = (n: number) => `register-${String(n).padStart(9, '0')}`;
const textOf = (n: number) => `${FILLING}${String(n).padStart(12, '0')}`;

/** Writes a document to a folder, with a number of registers beside it. @returns its path */
export async function writeRegisters(folder: string, count: number): Promise<string> {
  const fixtures = join(folder, 'fixtures');
  await mkdir(fixtures, { recursive: true });
  const all = Array.from({ length: count }, (_, n) => ({ id: idOf(n), value: textOf(n) }));
  await writeFile(join(fixtures, 'registers.json'), JSON.stringify(all));
  const document = join(folder, 'registers.yaml');
  await copyFile(DOCUMENT, document);
  return document;
}

/** One register after another, in strides, so that successive ones are not adjacent in the list. */
const LEAP = 7919;

export function readOf(count: number): Question {
  return {
    request: (n) => wireRequest('GET', `/registers/${idOf((n * LEAP) % count)}`),
    check: (response) => void valueIn(response),
  };
}

/** A new value for one register after another; with a count of 1, always for the same one. @param sandbox - default: main */
export function writeOf(count: number, sandbox?: string): Question {
  const place = sandbox === undefined ? '' : `/_sandbox/${sandbox}`;
  return {
    request: (n) => {
      const id = idOf((n * LEAP) % count);
      return wireRequest('PUT', `${place}/registers/${id}`, { id, value: textOf(n) });
    },
    check: (response) => void valueIn(response),
  };
}

/** @throws Error if the response has no register */
export function valueIn(response: TestResponse): string {
  const { value } = jsonOf(response) as { readonly value?: string };
  if (value?.length !== FILLING.length + 12) throw new Error(`not a register: ${response.body}`);
  return value;
}
