// What is inferred for an api from its document, and the collections that it needs for that.

import type { Document } from '../openapi/document.ts';
import { sampleOf } from '../openapi/schemas/sample.ts';
import type { Fixture } from '../store/fixture.ts';
import { COUNTERS } from './counters.ts';
import { findResources } from './find-resources.ts';
import { wordsOf } from './members.ts';
import type { Resource, Resources } from './resource.ts';
import type { Inferred, Sample } from './resource-call.ts';

/** What is inferred from a document. */
export async function inferApi(document: Document): Promise<Inferred> {
  const resources = findResources(document);
  const sample: Sample = (schema) => sampleOf(schema.value, document.references);
  const byName = new Map<string, Resource | undefined>();
  for (const resource of resources.all.values()) {
    const name = singular(wordsOf(resource.name).join(' '));
    // A name that two kinds have says nothing.
    byName.set(name, byName.has(name) ? undefined : resource);
  }
  return {
    document,
    resources,
    sample,
    collectionsOf: (fixture) => withCollections(fixture, resources),
    referredTo(property) {
      const words = wordsOf(property);
      const last = words.at(-1);
      if (last !== 'id' && last !== 'ids') return undefined;
      // `formerOwnerId` is that of an owner, too.
      const names = words.slice(0, -1).map((_, index) => words.slice(index, -1).join(' '));
      const known = names.find((name) => byName.has(name));
      return known === undefined ? undefined : byName.get(known);
    },
  };
}

/** A fixture with a collection for each resource as well. */
function withCollections({ records, check }: Fixture, { all }: Resources): Fixture {
  const names = [...all.keys(), COUNTERS].filter((name) => !Object.hasOwn(records, name));
  const added = new Set(names);
  return {
    records: { ...Object.fromEntries(names.map((name) => [name, []])), ...records },
    check: (kept) => check(Object.fromEntries(Object.entries(kept ?? {}).filter(([name]) => !added.has(name)))),
  };
}

/** `pets` as `pet`, `categories` as `category`. */
function singular(text: string): string {
  if (/ies$/.test(text)) return text.replace(/ies$/, 'y');
  return text.replace(/(s|x|z|ch|sh)es$/, '$1').replace(/([^s])s$/, '$1');
}
