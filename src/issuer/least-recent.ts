// A few values that are costly to make; the one that was not asked for the longest makes room for the next.

export interface LeastRecent<Owner extends object, Value> {
  /** The value of an owner with this name. When there is none, it is made; one that cannot be made is not kept. */
  get(owner: Owner, name: string, make: () => Value): Value;
}

/** @param size - how many are kept, of all owners together */
export function createLeastRecent<Owner extends object, Value extends Promise<unknown>>(
  size: number,
): LeastRecent<Owner, Value> {
  /** The one that was asked for last stands at the end. */
  let kept: { readonly owner: Owner; readonly name: string; readonly value: Value }[] = [];
  return {
    get(owner, name, make) {
      const found = kept.find((one) => one.owner === owner && one.name === name);
      const used = found ?? { owner, name, value: make() };
      kept = [...kept.filter((one) => one !== used), used].slice(-size);
      if (!found) {
        used.value.catch(() => {
          kept = kept.filter((one) => one !== used);
        });
      }
      return used.value;
    },
  };
}
