// `understudy records`: lists or creates the records of a collection.

import { columns } from '../columns.ts';
import { countedNoun } from '../counted-noun.ts';
import { RECORDS } from '../command-tables/control-data.ts';
import { controlCommand, defined, wholeNumberFlag } from './control-command.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';

export const records = controlCommand(RECORDS, async (sandbox, { positionals: [collection], values }) => {
  if (collection === undefined) {
    const value = await sandbox.control('listCollections');
    const rows = value.apis.flatMap(({ api, collections }) =>
      collections.map(({ collection, records, singleton }) => [
        api,
        collection,
        singleton && records === 0 ? 'singleton' : countedNoun(records, 'record'),
      ]),
    );
    return { value, lines: rows.length > 0 ? columns(rows) : ['No collections.'] };
  }
  const api = defined({ api: values.api });
  const count = wholeNumberFlag('--create', values.create);
  if (count !== undefined) {
    const value = await sandbox.control('changeRecords', { ...api, changes: [{ collection, count }] });
    return { value, lines: [`${countedNoun(value.records.length, 'record')} created.`] };
  }
  const [limit, after] = [wholeNumberFlag('--limit', values.limit), wholeNumberFlag('--after', values.after)];
  const value = await sandbox.control('listRecords', { ...api, ...defined({ limit, after, q: values.q }), collection });
  if (value.records.length === 0) return { value, lines: ['No records.'] };
  const more = value.after === undefined ? [] : [`More: --after ${value.after}`];
  return { value, lines: [...value.records.map(({ record }) => stringifyJson(record)), ...more] };
});
