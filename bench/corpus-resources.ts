// Counts what is recognised in documents: item paths, and kinds of operations.

import { readFile } from 'node:fs/promises';
import { findResources } from '../src/mock/resources/find-resources.ts';
import { createDocument } from '../src/openapi/document.ts';
import type { DocumentObject } from '../src/openapi/objects.ts';
import { documentSource } from '../test/support/document-source.ts';
import { tableOf } from './table.ts';

/** A path that ends in one parameter: an item path, if it is one. */
const ITEM_PATH = /\/\{[^{}/]+\}\/?(\.json)?$/;
const SHOWN = 12;

/** Counts by kind. */
class Tally {
  readonly #counts = new Map<string, number>();
  total = 0;

  add(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.total += 1;
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  rows(): readonly (readonly [string, string, string])[] {
    const most = [...this.#counts].sort(([, one], [, other]) => other - one);
    return most.map(([what, count]) => [what, count.toLocaleString('en-US'), share(count, this.total)]);
  }
}

/** Reads documents in sequence. @returns a Markdown page */
export async function countResources(paths: readonly string[], report: (done: number) => unknown): Promise<string> {
  const items = new Tally();
  const operations = new Tally();
  const missed = new Tally();
  const examples: string[] = [];
  let slowest: readonly [milliseconds: number, path: string] = [0, ''];
  for (const [index, path] of paths.entries()) {
    const bundled = JSON.parse(await readFile(path, 'utf8')) as DocumentObject;
    const document = createDocument(documentSource(bundled, path));
    const before = process.cpuUsage();
    const resources = findResources(document);
    const byPath = new Map<string, string[]>();
    for (const operation of document.operations.values()) {
      const role = resources.action(operation.id);
      operations.add(role?.kind ?? 'none');
      if (!ITEM_PATH.test(operation.path)) continue;
      const reported = !role
        ? 'nothing'
        : role.kind === 'list'
          ? 'a list'
          : role.resource.schema === undefined
            ? 'an item without a schema'
            : role.resource.isSingleton || role.resource.id?.path
              ? 'an item with an id'
              : 'an item without a visible id';
      if (!role) missed.add(kindOf(resources.reason(operation.id) ?? ''));
      byPath.set(operation.path, [...(byPath.get(operation.path) ?? []), reported]);
    }
    for (const [template, reported] of byPath) {
      const what = reported.includes('nothing') ? 'nothing' : (reported[0] as string);
      items.add(what);
      if (what !== 'an item with an id' && process.env.SHOW_MISSED) examples.push(`${what} ${path} ${template}`);
    }
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1000;
    if (took > slowest[0]) slowest = [took, path];
    report(index + 1);
  }
  const known = items.of('an item with an id');
  const stored = known + items.of('an item without a visible id') + items.of('an item without a schema');
  return [
    '# Resources',
    'Written by `npm run corpus -- --resources --write`: the results of `understudy operations` for all documents. An item path ends in one parameter.',
    `Of ${items.total.toLocaleString('en-US')} item paths, ${share(stored, items.total)} are recognised as paths of items that can be stored, ${share(known, items.total)} with the property that contains the id.`,
    `The slowest document took ${Math.round(slowest[0])} ms of processor time: ${slowest[1].split('/').slice(-2).join('/')}.`,
    tableOf(['item path recognised as', 'paths', 'share'], items.rows()),
    tableOf(['action', 'operations', 'share'], operations.rows()),
    tableOf(['why an item path has no action', 'operations', 'share'], missed.rows().slice(0, SHOWN)),
    ...examples,
    '',
  ].join('\n\n');
}

function share(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
}

/** A sentence without its values. */
function kindOf(reason: string): string {
  return reason.replaceAll(/\/\S*/g, '…');
}
