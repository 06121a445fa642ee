// Fixtures from a recording: its items as files, with samples for secrets.

import { findResources } from '../../mock/resources/find-resources.ts';
import { listWriteOnlyNames } from '../../mock/resources/item-properties.ts';
import { buildItemKey } from '../../mock/resources/items/item-key.ts';
import { deleteAtPath } from '../../mock/resources/property-path.ts';
import { parseFixtureItems, toFixtureItem } from '../../mock/resources/seed/fixture-items.ts';
import { createSampler } from '../../mock/samples/generate/sampler.ts';
import type { Document } from '../../openapi/document.ts';
import { findSecretNames } from '../../openapi/find-secret-names.ts';
import type { CredentialForms } from '../../server/pipeline/security/credential-forms.ts';
import { itemsFromRecording } from './items-from-recording.ts';
import type { MatchedExchange } from './match-recording.ts';
import type { RecordedItem, RecordedItems } from './recorded-items.ts';
import { redactCredentials, withoutSecrets } from './recording-redaction.ts';

export interface RecordedFixtures {
  /** By collection, items in the format of fixtures. Requested but empty lists are empty. */
  readonly collections: ReadonlyMap<string, readonly unknown[]>;
  /** Omitted parts with the reason, a sentence each. */
  readonly notices: readonly string[];
}

/** Maximum number of omitted items that are named. */
const MAX_NAMED = 5;

export async function fixturesFromRecording(
  document: Document,
  recorded: readonly MatchedExchange[],
  credentials: CredentialForms,
): Promise<RecordedFixtures> {
  const resources = findResources(document);
  const sampler = await createSampler(document);
  const { references } = document;
  const names = new Set([...document.operations.values()].flatMap((operation) => [...findSecretNames(operation)]));
  const unfit: string[] = [];
  const collections = new Map<string, readonly unknown[]>();
  for (const [name, recordedItems] of itemsFromRecording(document, resources, recorded)) {
    const items = recordedItems.all.flatMap((item, index) => written(recordedItems, item, index) ?? []);
    if (items.length > 0 || wasListed(name)) collections.set(name, items);
  }
  const more = unfit.length - MAX_NAMED;
  const named = [...unfit.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])];
  return {
    collections,
    notices: named.length === 0 ? [] : [`Skipped, because the document does not allow it: ${named.join('; ')}.`],
  };

  /** @returns undefined where it does not fit */
  function written({ resource }: RecordedItems, { scope, id, item }: RecordedItem, index: number): unknown {
    const plain = redactCredentials(item, credentials);
    const hidden = listWriteOnlyNames(resource.schema, references);
    const shown = hidden.reduce<unknown>((so, name) => deleteAtPath(so, [name]), plain);
    const redaction = { references, sampler, names, direction: 'response', all: true } as const;
    const whole = withoutSecrets(shown, resource.schema, redaction);
    const entry = toFixtureItem(resource, { id: buildItemKey(scope, id), number: index + 1, item: whole });
    try {
      parseFixtureItems(resource, [entry], document);
      return entry;
    } catch (error) {
      unfit.push(`${resource.name} ${id}: ${(error as Error).message.replace(/^\/0/, '')}`);
      return undefined;
    }
  }

  /** Whether the whole list was requested. */
  function wasListed(name: string): boolean {
    return recorded.some(({ operation, response, request }) => {
      const role = resources.action(operation.id);
      const isList = role?.kind === 'list' || role?.kind === 'search';
      return isList && role.resource.name === name && response.status < 300 && request.rawParameters.query === '';
    });
  }
}
