// The workload `search`: the same search among few projects at all servers.

import { underLoad } from '../measure.ts';
import { interleave } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { ratios, shortly, spread, tableOf } from '../table.ts';
import { BARE, smallSearch } from './small-search.ts';

export async function search(settings: Settings): Promise<string> {
  const measured = await interleave(await smallSearch(settings.folder), settings.rounds, (contender) =>
    underLoad(contender, settings),
  );
  const figuresOf = (name: string) =>
    (measured.find(({ contender }) => contender.name === name)?.rounds ?? []).flatMap(
      ({ figures }) => figures.search ?? [],
    );
  const bare = figuresOf(BARE).map(({ rate }) => rate);
  const rows = measured.map(({ contender: { name }, failure }) => {
    if (failure) return [name, shortly(failure)];
    const figures = figuresOf(name);
    const rates = figures.map(({ rate }) => rate);
    return [
      name,
      spread(rates),
      spread(ratios(rates, bare), 2),
      spread(figures.map(({ processor }) => processor)),
      spread(figures.map(({ busy }) => busy * 100)),
    ];
  });
  return tableOf(
    ['server', 'responses per second', 'vs. bare', 'processor time per response, µs', 'core of the load in use, %'],
    rows,
  );
}
