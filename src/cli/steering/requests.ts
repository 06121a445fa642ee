// `understudy requests`: lists, awaits, exports or clears recorded requests.

import type { Exchange, ExchangeMatch } from '../../client/client.ts';
import { columns } from '../columns.ts';
import { type Steering, said, wholeNumber } from './steering.ts';

export const requests: Steering = {
  usage: ['requests', 'requests --wait COUNT', 'requests --har', 'requests --clear'],
  about:
    'Shows what was asked and answered, the oldest first, waits until as much of it has come, exports or forgets it.',
  flags: {
    operation: { takes: 'ID', help: 'only those with this operation' },
    method: { takes: 'METHOD', help: 'only those with this method' },
    path: { takes: 'PATH', help: 'only those with this path: * is any one segment, ** at the end any others' },
    status: { takes: 'STATUS', help: 'only those with this status, or of this class (4XX)' },
    caller: { takes: 'NAME', help: 'only those of this caller' },
    since: { takes: 'TIME', help: 'only those that came at this time (2027-01-01T00:00:00Z) or later' },
    findings: { help: 'only those that break the document' },
    limit: { takes: 'NUMBER', help: 'how many at most, the newest (default 100)' },
    wait: {
      takes: 'COUNT',
      help: 'wait until so many have come; if they do not, tell what came instead, and end with 2',
    },
    timeout: { takes: 'TIME', help: 'how long, in milliseconds (default 5000)' },
    har: { help: 'export all of them as an HTTP Archive, for the network panel of a browser' },
    clear: { help: 'forget them' },
  },
  words: [0, 0],
  async run(sandbox, { flags }) {
    if (flags.clear) {
      await sandbox.clearRequests();
      return { value: {}, lines: ['What was asked and answered is forgotten.'] };
    }
    if (flags.har) {
      const value = await sandbox.control('exportRequests');
      return { value, lines: JSON.stringify(value, undefined, 2).split('\n') };
    }
    const match = matchOf(flags);
    const count = wholeNumber('--wait', flags.wait);
    const timeout = wholeNumber('--timeout', flags.timeout);
    const limit = wholeNumber('--limit', flags.limit) ?? 100;
    const found =
      count === undefined
        ? await sandbox.requests(match, { limit })
        : await sandbox.waitFor(match, { count, ...said({ timeout }) });
    return { value: found, lines: found.length > 0 ? linesOf(found) : ['No such exchange was recorded.'] };
  },
};

function matchOf({
  operation,
  method,
  path,
  status,
  caller,
  since,
  findings,
}: Readonly<Record<string, unknown>>): ExchangeMatch {
  const isNumber = /^\d+$/.test(String(status));
  return said({
    operation,
    method,
    path,
    caller,
    since,
    findings,
    status: isNumber ? Number(status) : status,
  }) as ExchangeMatch;
}

function linesOf(found: readonly Exchange[]): readonly string[] {
  const rows = columns(
    found.map(({ number, at, status, operation = '', method, target }) => [
      String(number),
      at,
      String(status),
      operation,
      `${method} ${target}`,
    ]),
  );
  return found.flatMap(({ findings, warnings }, at) => [
    rows[at] ?? '',
    ...[...findings, ...warnings].map((sentence) => `    ${sentence}`),
  ]);
}
