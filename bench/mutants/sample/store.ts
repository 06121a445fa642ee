// Mutants of the store: the log on the disk, versions, and PostgreSQL.

import { sampleOf } from './mutant.ts';

export const STORE = sampleOf('store', [
  [
    'fold-unnoted',
    'A crash between the new state file and the end of the log makes the state unreadable.',
    'store/disk/checkpointed-log.ts',
    'await log.noteFold(written.hash);',
    '',
    'test/store/power-cut.slow.test.ts',
  ],
  [
    'rejected-kept',
    'A change that failed half-way remains in the log.',
    'store/disk/log-file.ts',
    'await this.#cutOverhang().catch(() => undefined);',
    '',
    'test/store/failing-disk.slow.test.ts',
  ],
  [
    'lock-of-others',
    'The lock of an ended process remains valid if another process has its id.',
    'store/disk/lock-owner.ts',
    'return found.hasEnded || found.start !== owner.start ?',
    'return found.hasEnded ?',
    'test/store/lock.test.ts',
  ],
  [
    'log-gap',
    'A log with a missing line is read.',
    'store/disk/log-file-text.ts',
    'entry.from === newest + 1',
    'entry.from >= newest + 1',
    'test/store/log-text.test.ts',
  ],
  [
    'long-change',
    'The newest change cannot be undone if it is long.',
    'store/log/undo-history.ts',
    'whole > most && one !== this.#shared[this.#end - 1]',
    'whole > most',
    'test/store/undo-history.test.ts',
  ],
  [
    'tree-offset',
    'The n-th record is wrong at the end of a tree node.',
    'store/tree.ts',
    'left < child.size()',
    'left <= child.size()',
    'test/store/tree.test.ts',
  ],
  [
    'postgres-version',
    'Two replicas write the same version.',
    'store/postgres/appends.ts',
    'join given on given.stream = stream.id and given.known = stream.version\n',
    'join given on given.stream = stream.id\n',
    'test/store/postgres/log.postgres.test.ts',
  ],
  [
    'postgres-fate',
    'A change is made twice when the connection ends after the commit.',
    'store/postgres/retry-until-known.ts',
    'if (error.mayBeDone && !lost) [lost',
    'if (error.mayBeDone && lost) [lost',
    'test/store/postgres/lost.postgres.test.ts',
  ],
  [
    'postgres-prune',
    'Changes that could be undone are pruned.',
    'store/postgres/cleanup.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    'least(pruned + ${PIECE}, version - ${MAX_UNDO})',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code
    'least(pruned + ${2 * PIECE}, version)',
    'test/store/postgres/cleanup.postgres.test.ts',
  ],
  [
    'postgres-cleared-request-log',
    'Requests that were recorded before the log was cleared come back.',
    'store/postgres/request-logs.ts',
    'cleared = excluded.cleared where request_log.cleared <= excluded.cleared',
    'cleared = greatest(request_log.cleared, excluded.cleared)',
    'test/store/postgres/request-logs.postgres.test.ts',
  ],
]);
