// Groups of operations by the tags of a document (OpenAPI 3.2, section 4.22).

import { isRecord } from '../schema/is-record.ts';
import type { Operation } from './operation.ts';

/** The operations with one tag. */
export interface TagGroup {
  /** Titles of the tags, the outermost parent first; empty for operations without a tag. */
  readonly titles: readonly string[];
  readonly operations: readonly Operation[];
}

/** Maximum depth of parents. */
const MAX_DEPTH = 10;

/** Separates titles in one text. */
const SEPARATOR = ' › ';

interface Tag {
  readonly name: string;
  readonly title: string;
  readonly parent: string | undefined;
  readonly isGroup: boolean;
  /** Its position in the document. */
  readonly position: number;
}

const tagsByRoot = new WeakMap<object, ReadonlyMap<string, Tag>>();

/**
 * Groups operations: in the order of the document's tags, then by other tags, then those without. Tags with a `kind`
 * other than `nav` are no groups: badges, audiences and the like.
 */
export function groupByTags(operations: readonly Operation[]): readonly TagGroup[] {
  const groups = new Map<string, { readonly path: readonly Tag[]; readonly operations: Operation[] }>();
  for (const operation of operations) {
    const path = groupPath(operation);
    const key = JSON.stringify(path.map(({ name }) => name));
    const group = groups.get(key) ?? { path, operations: [] };
    group.operations.push(operation);
    groups.set(key, group);
  }
  return [...groups.values()]
    .toSorted((one, other) => comparePaths(one.path, other.path))
    .map(({ path, operations }) => ({ titles: path.map(({ title }) => title), operations }));
}

/** The group of an operation as one text, such as `Store › Orders`; undefined without a tag. */
export function groupTitle(operation: Operation): string | undefined {
  return joinTitles(groupPath(operation).map(({ title }) => title));
}

/** Titles of nested groups as one text; undefined for none. */
export function joinTitles(titles: readonly string[]): string | undefined {
  return titles.length === 0 ? undefined : titles.join(SEPARATOR);
}

/** The tag that an operation is listed under, and its parents, the outermost first. */
function groupPath({ part, references: { root } }: Operation): readonly Tag[] {
  const tags = tagsOf(root);
  const { tags: names } = part.value as { readonly tags?: unknown };
  const own = (Array.isArray(names) ? names.map(String) : []).map((name) => tags.get(name) ?? undeclared(name));
  const path: Tag[] = [];
  let next = own.find(({ isGroup }) => isGroup);
  while (next && path.length < MAX_DEPTH && !path.includes(next)) {
    path.unshift(next);
    next = next.parent === undefined ? undefined : (tags.get(next.parent) ?? undeclared(next.parent));
  }
  return path;
}

function undeclared(name: string): Tag {
  return { name, title: name, parent: undefined, isGroup: true, position: Number.MAX_SAFE_INTEGER };
}

function tagsOf(root: object): ReadonlyMap<string, Tag> {
  const known = tagsByRoot.get(root);
  if (known) return known;
  const { tags } = root as { readonly tags?: unknown };
  const found = new Map(
    (Array.isArray(tags) ? tags : [])
      .filter((tag) => isRecord(tag))
      .map(({ name, summary, parent, kind }, position) => {
        const tag: Tag = {
          name: String(name),
          title: typeof summary === 'string' && summary !== '' ? summary : String(name),
          parent: typeof parent === 'string' ? parent : undefined,
          isGroup: kind === undefined || kind === 'nav',
          position,
        };
        return [tag.name, tag] as const;
      }),
  );
  tagsByRoot.set(root, found);
  return found;
}

function comparePaths(one: readonly Tag[], other: readonly Tag[]): number {
  if (one.length === 0 || other.length === 0) return Number(one.length === 0) - Number(other.length === 0);
  for (const [depth, tag] of one.entries()) {
    const difference = tag.position - (other[depth]?.position ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
