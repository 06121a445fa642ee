// Soft deletion: sets, clears and reads the properties that mark an item.

import { getAtPath, withProperties } from '../property-path.ts';
import type { Resource, SoftDelete } from '../resource.ts';
import { formatTime } from '../server-value-kind.ts';

/** Whether an item is in a state. */
export function hasState({ marks }: SoftDelete, item: unknown): boolean {
  return marks.some(({ name, kind, chosen }) => {
    const value = getAtPath(item, [name]);
    return kind === 'choice' ? value === chosen : Boolean(value);
  });
}

/** Whether an item was deleted by DELETE, and cannot be read. An archived one is only left out of lists. */
export function isDeleted({ softDeletes }: Resource, item: unknown): boolean {
  return softDeletes.some((one) => !one.hasAction && hasState(one, item));
}

/** An item in a state. @param now - for the properties with a time */
export function withState({ marks }: SoftDelete, item: unknown, now: Date): unknown {
  const values = marks.map(({ name, kind, property, chosen }) => {
    const value = kind === 'flag' ? true : kind === 'choice' ? chosen : formatTime(property, now);
    return [name, value] as const;
  });
  return withProperties(item, values);
}

/** An item without a state: its properties have the value of other items, or are removed. */
export function withoutState({ marks }: SoftDelete, item: unknown): unknown {
  const set = marks.filter(({ name, kind, chosen }) =>
    kind === 'choice' ? getAtPath(item, [name]) === chosen : getAtPath(item, [name]) !== undefined,
  );
  return withProperties(
    item,
    set.map(({ name, cleared }) => [name, cleared]),
  );
}

/** An item of an example that is neither deleted nor archived. */
export function withoutStates({ softDeletes }: Resource, item: unknown): unknown {
  return softDeletes.reduce((found, one) => withoutState(one, found), item);
}

/** A generated item that is neither deleted nor archived, with the same properties as a created one. */
export function withClearedStates(resource: Resource, item: unknown): unknown {
  const marks = resource.softDeletes.flatMap((one) => one.marks);
  const cleared = marks.filter(({ kind, cleared }) => kind !== 'choice' && cleared !== undefined);
  return withProperties(
    withoutStates(resource, item),
    cleared.map(({ name, cleared: value }) => [name, value]),
  );
}
