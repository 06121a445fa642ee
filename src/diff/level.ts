// How much a change matters, and to whom: what one side sends must be what the other one takes.

/** `breaking`: what kept the old document is refused, or not understood. `risky`: it may be. */
export type Level = 'breaking' | 'risky' | 'harmless';

export const LEVELS: readonly Level[] = ['breaking', 'risky', 'harmless'];

/** Where values go to: `in` those of requests, `out` those of answers. */
export type Flow = 'in' | 'out';

/**
 * What a change does to the values that fit: fewer do, more do, others do, or that is unclear. `none`: the same, or only what nobody who keeps
 * a document sends.
 */
export type Effect = 'narrows' | 'widens' | 'replaces' | 'unclear' | 'none';

/** How much something matters to whom. */
export interface Levels {
  /** To clients that were made for the old document, at a server that keeps the new one. */
  readonly clients: Level;
  /** To servers that were made for the old document, with clients that keep the new one. */
  readonly servers: Level;
}

/** What a rule says of values, and how much it matters where that is not as its effect has it. */
export interface Rule {
  readonly effect: Effect;
  /** One sentence: what it means. */
  readonly title: string;
  readonly clients?: Partial<Readonly<Record<Flow, Level>>>;
  readonly servers?: Partial<Readonly<Record<Flow, Level>>>;
}

/** Of values that somebody sends who keeps the old document to somebody who keeps the new one, and the other way round. */
const BY_EFFECT: Readonly<Record<Effect, { readonly toNew: Level; readonly toOld: Level }>> = {
  narrows: { toNew: 'breaking', toOld: 'harmless' },
  widens: { toNew: 'harmless', toOld: 'breaking' },
  replaces: { toNew: 'breaking', toOld: 'breaking' },
  unclear: { toNew: 'risky', toOld: 'risky' },
  none: { toNew: 'harmless', toOld: 'harmless' },
};

/** How much a change of values matters. Requests and answers are opposite, and so are clients and servers. */
export function levelsOf({ effect, clients, servers }: Rule, flow: Flow): Levels {
  const { toNew, toOld } = BY_EFFECT[effect];
  return {
    clients: clients?.[flow] ?? (flow === 'in' ? toNew : toOld),
    servers: servers?.[flow] ?? (flow === 'in' ? toOld : toNew),
  };
}

/** As it is where the server asks and the client answers: in callbacks and webhooks. */
export function swapped({ clients, servers }: Levels): Levels {
  return { clients: servers, servers: clients };
}
