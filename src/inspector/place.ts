// Where one is on the page. It stands behind the hash of the address, so that reloading, going back and sharing it lead there again.

/** A place: a sandbox, a tab, and where in the tab. */
export interface Place {
  readonly sandbox: string;
  /** The name of a tab. */
  readonly tab: string;
  /** What it means is up to the tab. */
  readonly rest: readonly string[];
}

/** The place that a hash means. What it leaves out is that of `usual`. */
export function placeIn(hash: string, usual: Place): Place {
  const [sandbox = '', tab = '', ...rest] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  if (sandbox === '') return usual;
  return { sandbox, tab: tab === '' ? usual.tab : tab, rest: rest.filter((part) => part !== '') };
}

/** The hash of a place. */
export function hashOf({ sandbox, tab, rest }: Place): string {
  return `#/${[sandbox, tab, ...rest].map(encodeURIComponent).join('/')}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
