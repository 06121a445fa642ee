// A log in PostgreSQL, held against the promises that all logs share.

import { logCases } from '../../support/cases/log.cases.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, sharedPostgres } from '../../support/postgres.ts';

describeWithPostgres('in PostgreSQL', () => {
  const postgres = sharedPostgres();

  logCases({
    name: 'PostgreSQL',
    async place() {
      const url = await postgres().database();
      return {
        // Each as another process would: by connections of its own.
        log: async () => (await openPlace(url)).log('main/animals'),
      };
    },
    skips: { failure: 'connections that end in the middle have tests of their own' },
  });
});
