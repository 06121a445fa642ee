// Links to operations in the API reference.

import { useMemo } from '../preact.ts';
import { useLoaded, useSession } from '../session.ts';

/** Documents with more operations are not loaded for a link. */
const MOST = 2000;
/** The keys of a path item that are not operations. */
const NO_OPERATIONS = new Set(['parameters', 'servers', 'summary', 'description', '$ref']);

type Item = Readonly<Record<string, { readonly operationId?: string; readonly tags?: readonly string[] }>>;

/** The URL of an operation in the reference; of the reference itself while its place is unknown. */
export function useReference(api: string | undefined, operation: string | undefined): string | undefined {
  const { at, server } = useSession();
  const documents = useLoaded(async () => (await server.control('listDocuments')).documents, [server]);
  const index = documents.value?.findIndex((one) => one.api === api) ?? -1;
  const number = index <= 0 ? '' : `/${index + 1}`;
  const count = documents.value?.[index]?.operations ?? 0;
  const isKnown = index >= 0 && count <= MOST;
  const tags = useLoaded<ReadonlyMap<string, string>>(
    () => (isKnown ? tagsIn(`${at}/openapi${number}.json`) : Promise.resolve(new Map())),
    [isKnown, number, at],
  );
  return useMemo(() => {
    if (index < 0 || operation === undefined) return undefined;
    const tag = tags.value?.get(operation);
    const place = tag === undefined ? '' : `#/${encodeURIComponent(tag)}/${encodeURIComponent(operation)}`;
    return `${at}/reference${number}${place}`;
  }, [index, operation, tags.value, at, number]);
}

/** The first tag of each operation, under which the reference shows it. */
async function tagsIn(address: string): Promise<ReadonlyMap<string, string>> {
  const response = await fetch(address);
  const { paths = {} } = (await response.json()) as { readonly paths?: Readonly<Record<string, Item>> };
  const operations = Object.values(paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) => (NO_OPERATIONS.has(method) ? [] : [operation])),
  );
  return new Map(operations.flatMap(({ operationId, tags = [] }) => (operationId === undefined ? [] : [[operationId, tags[0] ?? 'default'] as const])));
}
