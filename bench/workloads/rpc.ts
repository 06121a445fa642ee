// The workload `rpc`: the search among few projects over every protocol, compared with minimal servers.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contender, Question } from '../contender.ts';
import { underLoad } from '../measure.ts';
import { searchProjects } from '../project-search.ts';
import { interleave } from '../rounds.ts';
import { callSearch, searchOverHttp2 } from '../rpc-search.ts';
import { bareRpc, demo } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { ratios, shortly, spread, tableOf } from '../table.ts';
import { bareSearch, foundProjects, SEARCH } from './small-search.ts';

const JSON_OVER_HTTP1 = 'JSON, HTTP/1.1';

/** By name, with the version of HTTP. */
const CALLS: Readonly<Record<string, readonly ['http1' | 'http2', Question]>> = {
  'gRPC, HTTP/2': ['http2', callSearch(SEARCH, 'application/grpc', 'http2')],
  'gRPC-Web, HTTP/2': ['http2', callSearch(SEARCH, 'application/grpc-web+proto', 'http2')],
  'gRPC-Web, HTTP/1.1': ['http1', callSearch(SEARCH, 'application/grpc-web+proto', 'http1')],
  'Connect, HTTP/1.1': ['http1', callSearch(SEARCH, 'application/proto', 'http1')],
};

/** A separate server for each protocol, so that none profits from the warm-up of another one. */
interface Speaker {
  readonly server: string;
  readonly protocol: string;
  readonly contender: Contender;
}

export async function rpc(settings: Settings): Promise<string> {
  const speakers = await speakersIn(settings.folder);
  const measured = await interleave(
    speakers.map(({ contender }) => contender),
    settings.rounds,
    (contender) => underLoad(contender, settings),
  );
  const figuresOf = (contender?: Contender) =>
    (measured.find((one) => one.contender === contender)?.rounds ?? []).flatMap(({ figures }) => figures.search ?? []);
  const ratesOf = (server: string, protocol: string) => {
    const found = speakers.find((one) => one.server === server && one.protocol === protocol);
    return figuresOf(found?.contender).map(({ rate }) => rate);
  };
  const rows = speakers.map(({ server, protocol, contender }) => {
    const failure = measured.find((one) => one.contender === contender)?.failure;
    if (failure) return [server, protocol, shortly(failure)];
    const figures = figuresOf(contender);
    const rates = figures.map(({ rate }) => rate);
    return [
      server,
      protocol,
      spread(rates),
      spread(ratios(rates, ratesOf(server, JSON_OVER_HTTP1)), 2),
      spread(ratios(rates, ratesOf(CONNECT, protocol)), 2),
      spread(figures.map(({ processor }) => processor)),
      spread(figures.map(({ busy }) => busy * 100)),
    ];
  });
  const titles = ['responses per second', 'vs. its JSON over HTTP/1.1', 'vs. bare Connect over the same'];
  const ofProcessor = ['processor time per response, µs', 'core of the load in use, %'];
  return tableOf(['server', 'protocol', ...titles, ...ofProcessor], rows);
}

const CONNECT = 'bare Connect';

async function speakersIn(folder: string): Promise<readonly Speaker[]> {
  const response = join(folder, 'answer.json');
  await writeFile(response, JSON.stringify(await foundProjects()));
  const speaker = (server: string, protocol: string, command: Contender['command'], search: Question): Speaker => ({
    server,
    protocol,
    contender: { name: `${server}, ${protocol}`, command, questions: { search } },
  });
  const bare = await bareSearch(folder);
  const calls = Object.entries(CALLS);
  const [grpc] = calls;
  return [
    { server: bare.name, protocol: JSON_OVER_HTTP1, contender: bare },
    ...calls.map(([protocol, [http, question]]) =>
      speaker(CONNECT, protocol, bareRpc('connect', http, response), question),
    ),
    ...(grpc ? [speaker('bare `@grpc/grpc-js`', grpc[0], bareRpc('grpc-js', 'http2', response), grpc[1][1])] : []),
    speaker('Understudy', JSON_OVER_HTTP1, demo('--memory'), searchProjects(SEARCH)),
    speaker('Understudy', 'JSON, HTTP/2', demo('--memory'), searchOverHttp2(SEARCH)),
    ...calls.map(([protocol, [, question]]) => speaker('Understudy', protocol, demo('--memory'), question)),
  ];
}
