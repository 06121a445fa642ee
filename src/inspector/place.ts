// The place on the page, in the URL fragment: #/sandbox/tab/…

/** A sandbox, a tab, and a place inside the tab. */
export interface Place {
  readonly sandbox: string;
  /** The name of a tab. */
  readonly tab: string;
  /** Its meaning depends on the tab. */
  readonly rest: readonly string[];
}

/** Reads a URL fragment. Missing parts come from `initial`. */
export function placeIn(hash: string, initial: Place): Place {
  const [sandbox = '', tab = '', ...rest] = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decoded);
  if (sandbox === '') return initial;
  return { sandbox, tab: tab === '' ? initial.tab : tab, rest: rest.filter((part) => part !== '') };
}

/** The URL fragment of a place. */
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
