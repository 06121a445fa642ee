// A stream that others may have begun, held against the fixture of who joins them.

import { Problems } from '../schema/problems.ts';
import { broughtOver, isFor, leftBehind } from './brought-over.ts';
import type { Fixture } from './fixture.ts';
import type { Log, PersistedState } from './log.ts';

/** What a stream is called among people, and where it is. */
export interface Joining {
  readonly name: string;
  readonly where: string;
}

/**
 * The same log, whose records are looked at when it is opened. Collections that a document has now, and had not when the records were kept, begin as the fixture has them.
 *
 * @throws Problems, while it is opened, if there is something wrong with the records, or some have no place in the document that there is now: nothing is kept aside where many have the state
 */
export function joined(log: Log, fixture: Fixture, joining: Joining): Log {
  return {
    ...log,
    async open(fresh) {
      const kept = await log.open(fresh);
      if (fresh || !kept.whole) return kept;
      const { records } = kept.whole;
      if (!fixture.fits || isFor(fixture, records)) return refuse(fixture.check(records), joining) ?? kept;
      return continuedHere(log, fixture, kept, joining);
    },
  };
}

async function continuedHere(
  log: Log,
  fixture: Fixture,
  kept: PersistedState,
  joining: Joining,
): Promise<PersistedState> {
  const { state, aside } = broughtOver(kept.whole?.records ?? {}, fixture);
  refuse([...leftBehind(aside, fixture), ...fixture.check(state.records())], joining);
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
