// Matching of streams that follow a resource: `GET /tickets/events`.

import { cachedMediaType, isEventStream, isSequence } from '../../../openapi/media-type.ts';
import type { References } from '../../../openapi/references.ts';
import { findChangeForms } from '../watch/change-form.ts';
import { isStreamWord } from '../watch/change-words.ts';
import type { PathGroup } from './path-group.ts';
import type { PathGroups } from './path-groups.ts';
import type { PathNode, PathOperation } from './path-tree.ts';

/** The resource that a stream follows. */
interface WatchMatch {
  readonly group: PathGroup;
  /** The node of the only item that it follows; undefined for all. */
  readonly item: PathNode | undefined;
  readonly reason: string;
}

/**
 * Matches an operation that only has streams: of events, or of lines if its path says so. It follows the resource whose
 * schema its items contain, that of its path first; else that of its path, if its items have any data or name changes.
 */
export function matchWatch(
  { operation, node }: PathOperation,
  { groups, references }: { readonly groups: PathGroups; readonly references: References },
): WatchMatch | undefined {
  const types = operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [];
  const medias = types.map(({ type }) => cachedMediaType(type));
  const [first] = types;
  if (!first || !medias.every((media) => media && isSequence(media))) return undefined;
  const isNamed = isStreamWord(node.segment);
  if (!isNamed && !medias.some((media) => media && isEventStream(media))) return undefined;
  const { parent } = node;
  const item = parent && groups.ofItem(parent);
  const above = item ?? (parent && groups.ofCollection(parent)) ?? groups.ofCollection(node);
  const match = (group: PathGroup): WatchMatch => ({
    group,
    item: group === item ? parent : undefined,
    reason: `streams changes of ${group === item ? parent?.path : (group.collection ?? group.item)?.path}`,
  });
  const others = groups.all.filter((group) => group !== above);
  for (const group of above ? [above, ...others] : others)
    if (group.schema && findChangeForms(first, group.schema, references)) return match(group);
  return above && isNamed && findChangeForms(first, above.schema, references, true) ? match(above) : undefined;
}
