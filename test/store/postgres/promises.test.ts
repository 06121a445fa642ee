// A log in PostgreSQL, held against the promises that all logs share.

import { afterEach } from 'vitest';
import type { LogPlace } from '../../../src/store/log.ts';
import { openPostgresPlace } from '../../../src/store/postgres/place.ts';
import { logCases } from '../../support/cases/log.cases.ts';
import { describeWithPostgres, sharedPostgres } from '../../support/postgres.ts';

describeWithPostgres('in PostgreSQL', () => {
  const postgres = sharedPostgres();
  const open: LogPlace[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((place) => place.close()));
  });

  logCases({
    name: 'PostgreSQL',
    async place() {
      const url = await postgres().database();
      return {
        // Each as another process would: by connections of its own.
        async log() {
          const place = await openPostgresPlace(url);
          open.push(place);
          return place.log('main/animals');
        },
      };
    },
    skips: { failure: 'connections that end in the middle have tests of their own' },
  });
});
