// The workload `proxy`: the small search through proxies: a transparent one, Prism's, and ours.

import type { Contender } from '../contender.ts';
import { PINNED } from '../cores.ts';
import { writeIdentityDocument } from '../identity-document.ts';
import { type Figures, underLoad } from '../measure.ts';
import { prismScript } from '../peers.ts';
import { searchProjects } from '../project-search.ts';
import { inRepository } from '../repository.ts';
import { interleave } from '../rounds.ts';
import { startServer } from '../server.ts';
import type { Settings } from '../settings.ts';
import { ratios, shortly, spread, tableOf } from '../table.ts';
import { bareSearch, foundProjects, SEARCH } from './small-search.ts';

const BARE = 'bare proxy of `node:http`';
const NONE = 'no proxy';

/** The server behind them runs with the load, so that the other core shows the cost of a proxy. */
export async function proxy(settings: Settings): Promise<string> {
  const { folder } = settings;
  const document = await writeIdentityDocument(folder, await foundProjects());
  const bare = await bareSearch(folder);
  const command = (port: number) => [...(PINNED ? ['taskset', '--cpu-list', '1'] : []), ...bare.command(port)];
  const upstream = await startServer({ ...bare, command });
  try {
    const contenders = contendersBefore(`http://127.0.0.1:${upstream.port}`, document, bare);
    const measured = await interleave(contenders, settings.rounds, (contender) => underLoad(contender, settings));
    const figuresOf = (name: string, question: string): readonly Figures[] =>
      (measured.find(({ contender }) => contender.name === name)?.rounds ?? []).flatMap(
        ({ figures }) => figures[question] ?? [],
      );
    const ratesOf = (name: string) => figuresOf(name, 'many').map(({ rate }) => rate);
    /** Milliseconds per response, in sequence. */
    const timesOf = (name: string) => figuresOf(name, 'one').map(({ rate }) => 1000 / rate);
    const rows = measured.map(({ contender: { name }, failure }) => {
      if (failure) return [name, shortly(failure)];
      const [times, direct] = [timesOf(name), timesOf(NONE)];
      const added = times.slice(0, direct.length).map((time, round) => time - (direct[round] ?? Number.NaN));
      return [
        name,
        spread(ratesOf(name)),
        spread(ratios(ratesOf(name), ratesOf(BARE)), 2),
        spread(figuresOf(name, 'many').map(({ processor }) => processor)),
        spread(added, 2),
      ];
    });
    return tableOf(
      ['proxy', 'responses per second', 'vs. bare', 'processor time per response, µs', 'added per response, ms'],
      rows,
    );
  } finally {
    await upstream.stop();
  }
}

function contendersBefore(url: string, document: string, bare: Contender): readonly Contender[] {
  const search = searchProjects(SEARCH);
  const questions = { many: search, one: { ...search, connections: 1 } };
  const ours =
    (...flags: readonly string[]) =>
    (port: number) => [
      ...[process.execPath, inRepository('bin/understudy.js'), 'proxy', document, url, '--port', `${port}`],
      ...flags,
    ];
  return [
    { name: NONE, command: bare.command, questions },
    {
      name: BARE,
      command: (port) => [process.execPath, inRepository('bench/servers/proxy.ts'), `${port}`, url],
      questions,
    },
    {
      name: '`prism proxy`',
      command: (port) => [
        process.execPath,
        prismScript(),
        'proxy',
        document,
        url,
        '--port',
        `${port}`,
        '--verboseLevel',
        'error',
      ],
      questions,
    },
    { name: 'Understudy', command: ours(), questions },
    { name: 'Understudy, with one check only', command: ours('--checks', 'no-unexpected-body'), questions },
    { name: 'Understudy, recording', command: ours('--record', `${document}.har`), questions },
  ];
}
