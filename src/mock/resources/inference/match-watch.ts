// Matching of streams that follow a resource: `GET /tickets/events`.

import { cachedMediaType, isEventStream, isSequence } from '../../../openapi/media-type.ts';
import type { References } from '../../../openapi/references.ts';
import { failure, type Result, success } from '../../../schema/result.ts';
import { type ChangeForms, declaredEvents, findChangeForms } from '../watch/change-form.ts';
import { CHANGE_KINDS, type ChangeKind, isStreamWord, nameChanges } from '../watch/change-words.ts';
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

/** Words that name a change, for messages. */
const EXAMPLES: Readonly<Record<ChangeKind, string>> = {
  created: 'created or added',
  updated: 'updated or changed',
  deleted: 'deleted or removed',
};

/** What a stream does not send: a clause after a reason; empty if it sends all. */
function describeMissing(forms: ChangeForms): string {
  const missing = CHANGE_KINDS.filter((kind) => !forms.has(kind));
  const named = missing.map((kind) => `${kind} items (no name has a word such as ${EXAMPLES[kind]})`);
  return named.length === 0 ? '' : `, but not ${named.join(' and ')}`;
}

/**
 * Matches an operation that only has streams: of events, or of lines if its path says so. It follows the resource whose
 * schema its items contain, that of its path first; else that of its path, if its items have any data or name changes.
 *
 * @returns undefined for other operations; a failure if the event names of a stream mean no changes
 */
export function matchWatch(
  { operation, node }: PathOperation,
  { groups, references }: { readonly groups: PathGroups; readonly references: References },
): Result<WatchMatch> | undefined {
  const types = operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [];
  const medias = types.map(({ type }) => cachedMediaType(type));
  const [first] = types;
  if (!first || !medias.every((media) => media && isSequence(media))) return undefined;
  const isNamed = isStreamWord(node.segment);
  if (!isNamed && !medias.some((media) => media && isEventStream(media))) return undefined;
  const { parent } = node;
  const item = parent && groups.ofItem(parent);
  const above = item ?? (parent && groups.ofCollection(parent)) ?? groups.ofCollection(node);
  const match = (group: PathGroup, mayLack = false): Result<WatchMatch> | undefined => {
    const forms = group.schema || mayLack ? findChangeForms(first, group.schema, references, mayLack) : undefined;
    if (!forms) return undefined;
    const path = group === item ? parent?.path : (group.collection ?? group.item)?.path;
    const reason = `streams changes of ${path}${describeMissing(forms)}`;
    return success({ group, item: group === item ? parent : undefined, reason });
  };
  const others = groups.all.filter((group) => group !== above);
  for (const group of above ? [above, ...others] : others) {
    const found = match(group);
    if (found) return found;
  }
  const declared = declaredEvents(first, references);
  if (declared.length > 1 && nameChanges(declared).size === 0)
    return failure('not recognised as a resource (no event name has a word such as created, updated or deleted)');
  return above && isNamed ? match(above, true) : undefined;
}
