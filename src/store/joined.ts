// A stream that others may have begun, held against the fixture of who joins them.

import { Problems } from '../schema/problems.ts';
import { broughtOver, isFor, problemsIn } from './brought-over.ts';
import type { Fixture } from './fixture.ts';
import { type Log, openedBy } from './log/log.ts';

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
  return openedBy(log, async (fresh) => {
    const kept = await log.open(fresh);
    if (fresh || !kept.whole) return kept;
    const { records } = kept.whole;
    const problems = problemsIn(records, fixture);
    if (problems.length > 0)
      throw new Problems(
        `${told(joining)} cannot be used; fix it, serve the document it belongs to, or reset it with --fresh:`,
        problems,
      );
    if (!fixture.fits || isFor(fixture, records)) return kept;
    const { state } = broughtOver(records, fixture);
    const outcome = await log.replace(state, kept.version);
    if ('newer' in outcome) throw new Problems(`${told(joining)} was changed while it was opened. Start again.`, []);
    return { whole: { records: state.records(), places: state.places() }, version: outcome.version, entries: [] };
  });
}

function told({ name, where }: Joining): string {
  return `The state ${name} in ${where}`;
}
