// The impact of a change: whether senders and receivers still agree.

/** `breaking`: something valid in the old document is rejected, or not understood. `risky`: it may be. */
export type Level = 'breaking' | 'risky' | 'harmless';

export const LEVELS: readonly Level[] = ['breaking', 'risky', 'harmless'];

/** The direction of values: `in` of requests, `out` of responses. */
export type Flow = 'in' | 'out';

/**
 * The effect on valid values: fewer, more, different, or unclear. `none`: equal, or only values that are never sent.
 */
export type ValueEffect = 'narrows' | 'widens' | 'replaces' | 'unclear' | 'none';

/** The impact for both sides. */
export interface Levels {
  /** For clients of the old document, with a server of the new one. */
  readonly clients: Level;
  /** For servers of the old document, with clients of the new one. */
  readonly servers: Level;
}

/** The effect of a rule, and its impact where that differs from the default. */
export interface DiffRule {
  readonly effect: ValueEffect;
  /** The meaning, in one sentence. */
  readonly title: string;
  readonly clients?: Partial<Readonly<Record<Flow, Level>>>;
  readonly servers?: Partial<Readonly<Record<Flow, Level>>>;
}

/** For values sent from the old to the new document's side, and vice versa. */
const BY_EFFECT: Readonly<Record<ValueEffect, { readonly toNew: Level; readonly toOld: Level }>> = {
  narrows: { toNew: 'breaking', toOld: 'harmless' },
  widens: { toNew: 'harmless', toOld: 'breaking' },
  replaces: { toNew: 'breaking', toOld: 'breaking' },
  unclear: { toNew: 'risky', toOld: 'risky' },
  none: { toNew: 'harmless', toOld: 'harmless' },
};

/** The impact of a change of values. Requests and responses are opposite, and so are clients and servers. */
export function levelsOf({ effect, clients, servers }: DiffRule, flow: Flow): Levels {
  const { toNew, toOld } = BY_EFFECT[effect];
  return {
    clients: clients?.[flow] ?? (flow === 'in' ? toNew : toOld),
    servers: servers?.[flow] ?? (flow === 'in' ? toOld : toNew),
  };
}

/** The impact where the server sends the request: in callbacks and webhooks. */
export function swapLevels({ clients, servers }: Levels): Levels {
  return { clients: servers, servers: clients };
}
