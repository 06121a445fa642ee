// The command about the records of a collection.

import { columns } from '../columns.ts';
import { counted, type Steering, said, wholeNumber } from './steering.ts';

export const records: Steering = {
  usage: ['records', 'records COLLECTION', 'records COLLECTION --make COUNT'],
  about: 'Shows what there are records of, shows those of a collection, the oldest first, or makes many that fit its schema.',
  flags: {
    q: { takes: 'TEXT', help: 'only those that hold this text' },
    limit: { takes: 'NUMBER', help: 'how many at most (default 100)' },
    after: { takes: 'PLACE', help: 'only those after this place, which is told where there are more' },
    make: { takes: 'COUNT', help: 'make so many, at most 5000' },
    api: { takes: 'NAME', help: 'the api that is meant, where there are several' },
  },
  words: [0, 1],
  async run(sandbox, { words: [collection], flags }) {
    if (collection === undefined) {
      const value = await sandbox.control('listCollections');
      const rows = value.apis.flatMap(({ api, collections }) =>
        collections.map(({ collection, records }) => [api, collection, counted(records, 'record')]),
      );
      return { value, lines: columns(rows) };
    }
    const api = said({ api: flags.api as string | undefined });
    const count = wholeNumber('--make', flags.make);
    if (count !== undefined) {
      const value = await sandbox.control('changeRecords', { ...api, changes: [{ collection, count }] });
      return { value, lines: [`${counted(value.records.length, 'record')} made.`] };
    }
    const [limit, after] = [wholeNumber('--limit', flags.limit), wholeNumber('--after', flags.after)];
    const which = said({ limit, after, q: flags.q as string | undefined });
    const value = await sandbox.control('listRecords', { ...api, ...which, collection });
    if (value.records.length === 0) return { value, lines: ['There is no such record.'] };
    const more = value.after === undefined ? [] : [`There are more: --after ${value.after}`];
    return { value, lines: [...value.records.map(({ record }) => JSON.stringify(record)), ...more] };
  },
};
