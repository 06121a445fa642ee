// A stream that others may have begun, held against the fixture of who joins them.

import { Problems } from '../schema/problems.ts';
import type { Fixture } from './fixture.ts';
import type { Log, PersistedState } from './log.ts';
import { refitted } from './refitted.ts';
import { State } from './state.ts';

/** What a stream is called among people, and where it is. */
export interface Joining {
  readonly name: string;
  readonly where: string;
}

/**
 * The same log, whose records are looked at when it is opened. Collections that a document has now, and had not when the records were kept, begin as the fixture has them.
 *
 * @throws Problems, while it is opened, if there is something wrong with the records, or some are of collections that there are no more: others may still serve them
 */
export function joined(log: Log, fixture: Fixture, joining: Joining): Log {
  return {
    ...log,
    async open(fresh) {
      const kept = await log.open(fresh);
      if (fresh || !kept.whole) return kept;
      const { records } = kept.whole;
      if (!fixture.fits || String(Object.keys(records)) === String(Object.keys(fixture.records)))
        return refuse(fixture.check(records), joining) ?? kept;
      return continuedHere(log, fixture, kept, joining);
    },
  };
}

async function continuedHere(
  log: Log,
  { records, check }: Fixture,
  kept: PersistedState,
  joining: Joining,
): Promise<PersistedState> {
  const lists = kept.whole?.records ?? {};
  const names = Object.keys(lists);
  const is = State.of(Object.keys(records), records);
  const fixture: Fixture = { records, check: () => [] };
  const { state, aside } = refitted(State.of(names, lists), { was: State.of([], {}), is, fixture, aside: {} });
  const gone = Object.entries(aside).map(
    ([name, list]) => `${name}, of which there are ${list.length} records, is no kind of the document`,
  );
  refuse([...gone, ...check(state.records())], joining);
  const outcome = await log.replace(state, kept.version);
  if ('newer' in outcome) throw new Problems(`${told(joining)} was changed while it was opened. Start again.`, []);
  return { whole: { records: state.records(), places: state.places() }, version: outcome.version, entries: [] };
}

function refuse(problems: readonly string[], joining: Joining): undefined {
  if (problems.length === 0) return undefined;
  throw new Problems(
    `${told(joining)} cannot be used; mend it, serve what it was kept for, or start over with --fresh:`,
    problems,
  );
}

function told({ name, where }: Joining): string {
  return `The state ${name} in ${where}`;
}
