// Detects changes of a sandbox, for its event stream.

import { ISSUER } from '../../oidc/login/login-types.ts';
import type { Sandbox } from '../../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../../pipeline/sandbox/sandboxes.ts';
import { apisOf } from '../api-store.ts';
import { clockState } from '../clock-handlers.ts';
import type { Event } from '../operations.ts';

/** An event without its number. */
export type EventData = Event extends infer E ? (E extends Event ? Omit<E, 'id'> : never) : never;

/** Returns what is new since its last call. Costs next to nothing without news. */
export type CheckNews = () => readonly EventData[];

const NOTHING: readonly EventData[] = [];
/** Maximum number of exchanges per check. The rest follows, while it is stored. */
const MOST = 500;

/** All checks of a sandbox, from now on, except exchanges, which are reported by number. */
export function newsChecks(sandbox: Sandbox, sandboxes: Sandboxes): readonly CheckNews[] {
  return [
    lookAtCleared(sandbox),
    ...apisOf(sandbox).map(([api]) => lookAtChanges(sandbox, api)),
    lookAtFaults(sandbox),
    lookAtClock(sandbox),
    lookAtSeed(sandbox),
    lookAtLogins(sandbox),
    lookAtSnapshots(sandbox),
    lookAtSandboxes(sandboxes),
  ];
}

/** The exchanges after one, oldest first. */
export function exchangesAfter({ requestLog }: Sandbox, after: number): readonly EventData[] {
  if (requestLog.newest <= after) return NOTHING;
  return requestLog.summaries(after, MOST).map((data) => ({ event: 'exchange', data }));
}

function lookAtCleared({ requestLog }: Sandbox): CheckNews {
  let to = requestLog.clearedTo;
  return () => {
    if (requestLog.clearedTo === to) return NOTHING;
    to = requestLog.clearedTo;
    return [{ event: 'cleared', data: { to } }];
  };
}

function lookAtChanges({ stores }: Sandbox, api: string): CheckNews {
  const changesOf = () => stores.get(api)?.changes ?? [];
  let before = changesOf();
  let newest = before.at(-1)?.number ?? 0;
  return () => {
    const changes = changesOf();
    if (changes === before) return NOTHING;
    before = changes;
    const left = changes.findLast(({ number }) => number <= newest)?.number ?? 0;
    // Changes that are too old to be undone disappear as well, but then newer ones exist.
    const isUndone = left < newest && (changes[0]?.number ?? 0) <= newest;
    const made = changes.filter(({ number }) => number > newest);
    newest = changes.at(-1)?.number ?? 0;
    return [
      ...(isUndone ? [{ event: 'undone', data: { api, to: left } } as const] : []),
      ...made.map(({ number, origin }) => {
        const { at, operation, caller } = origin ?? {};
        const details = { ...(at && { at: at.toISOString() }), ...(operation !== undefined && { operation }) };
        return { event: 'change', data: { api, number, ...details, ...(caller !== undefined && { caller }) } } as const;
      }),
    ];
  };
}

function lookAtFaults({ faults }: Sandbox): CheckNews {
  let { version } = faults;
  const stateOf = () =>
    new Map(
      faults
        .all()
        .map(
          ({ id, isPaused: paused, isOver: over, matched, met }) => [id, { id, paused, over, matched, met }] as const,
        ),
    );
  let before = stateOf();
  return () => {
    if (faults.version === version) return NOTHING;
    version = faults.version;
    const [was, is] = [before, stateOf()];
    before = is;
    const ids = [...was.keys()].filter((id) => !is.has(id));
    const isSame = (id: string) => JSON.stringify(was.get(id)) === JSON.stringify(is.get(id));
    const other = [...is.values()].filter(({ id }) => !isSame(id));
    return [
      ...(ids.length > 0 ? [{ event: 'lifted', data: { ids } } as const] : []),
      ...other.map((data) => ({ event: 'fault', data }) as const),
    ];
  };
}

function lookAtClock(sandbox: Sandbox): CheckNews {
  let { version } = sandbox.clock;
  return () => {
    if (sandbox.clock.version === version) return NOTHING;
    version = sandbox.clock.version;
    return [{ event: 'clock', data: clockState(sandbox) }];
  };
}

function lookAtSeed(sandbox: Sandbox): CheckNews {
  let { seed } = sandbox;
  return () => {
    if (sandbox.seed === seed) return NOTHING;
    seed = sandbox.seed;
    return [{ event: 'seed', data: { seed } }];
  };
}

function lookAtLogins({ stores }: Sandbox): CheckNews {
  const given = () => stores.get(ISSUER)?.state;
  let before = given();
  return () => {
    if (given() === before) return NOTHING;
    before = given();
    return [{ event: 'logins', data: {} }];
  };
}

function lookAtSnapshots({ snapshots }: Sandbox): CheckNews {
  let before = [...snapshots];
  return () => {
    const isSame = snapshots.size === before.length && before.every(([name, one]) => snapshots.get(name) === one);
    if (isSame) return NOTHING;
    before = [...snapshots];
    return [{ event: 'snapshots', data: { snapshots: [...snapshots.keys()] } }];
  };
}

function lookAtSandboxes(sandboxes: Sandboxes): CheckNews {
  const there = () => new Set(sandboxes.all().map(({ sandbox }) => sandbox));
  let before = there();
  return () => {
    const is = there();
    const gone = [...before].filter((sandbox) => !is.has(sandbox));
    const made = [...is].filter((sandbox) => !before.has(sandbox));
    before = is;
    return [
      ...gone.map(({ name }) => ({ event: 'removed', data: { sandbox: name } }) as const),
      ...made.map(({ name }) => ({ event: 'made', data: { sandbox: name } }) as const),
    ];
  };
}
