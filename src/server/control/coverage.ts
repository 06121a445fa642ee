// Reports and clears the coverage of sandboxes.

import type { CoveredApi } from '../../coverage/coverage-report.ts';
import type { CoverageTallies } from '../../coverage/coverage-tallies.ts';
import { printableLines } from '../../schema/printable.ts';
import { respond } from '../pipeline/handler-response.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';
import type { Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import { waitForTurn } from '../pipeline/scheduling/work-queue.ts';
import type { ControlHandlers } from './control-handlers.ts';
import type { Coverage } from './operations.ts';
import { noSandbox } from './unknown-names.ts';

type CoverageHandlers = Pick<ControlHandlers, 'showCoverage' | 'showCoverageTable' | 'clearCoverage'>;

/** How long others wait at most while coverage is put together, in milliseconds. */
const TURN = 10;
/** All sandboxes, also removed ones. */
const ALL = 'all';

export function coverageHandlers(
  sandboxes: Sandboxes,
  tallies: CoverageTallies,
  apis: readonly CoveredApi[],
): CoverageHandlers {
  /** @throws ApiError `not_found` for a sandbox that is not there */
  const named = (names: string | undefined, own: Sandbox): readonly Sandbox[] => {
    if (names === undefined) return [own];
    const living = sandboxes.all().map(({ sandbox }) => sandbox);
    if (names === ALL) return living;
    return [...new Set(names.split(','))].map((name) => {
      const found = living.find((one) => one.name === name);
      if (!found) throw noSandbox(name, sandboxes);
      return found;
    });
  };

  const show = async (names: string | undefined, own: Sandbox): Promise<Coverage> => {
    const meant = named(names, own);
    const { coverageReport: report } = await import('../../coverage/coverage-report.ts');
    const steps = report(
      await tallies.counted(talliesOf(meant), names === ALL),
      apis,
      meant.map(({ name }) => name),
      tallies.plans,
    );
    let end = performance.now() + TURN;
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      if (performance.now() < end) continue;
      await waitForTurn();
      end = performance.now() + TURN;
    }
  };

  const talliesOf = (meant: readonly Sandbox[]) => meant.map(({ tally }) => tally);

  return {
    showCoverage: ({ input, caller: { sandbox } }) => show(input.sandboxes, sandbox),
    async showCoverageTable({ input, caller: { sandbox, accept } }) {
      const { coverageTable } = await import('../../coverage/coverage-text.ts');
      const table = coverageTable(await show(input.sandboxes, sandbox), { missing: input.missing === true });
      const text = `${printableLines(table.join('\n'))}\n`;
      // By default, people get lines instead of a JSON text.
      return /\*\/\*|text\//.test(accept) ? respond(200, text, { 'content-type': 'text/plain' }) : text;
    },
    clearCoverage: ({ input, caller: { sandbox } }) =>
      tallies.clear(talliesOf(named(input.sandboxes, sandbox)), input.sandboxes === ALL),
  };
}
