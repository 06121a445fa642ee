// Each kind of drift between two servers is reported with operation and field.

import { describe, expect, test } from 'vitest';
import { compared, crew, differences } from '../../support/crew/compared.ts';
import { DRIFTS, type Drift } from '../../support/crew/crew.ts';

/** The operation and field of each drift. */
const FOUND: Readonly<Record<Drift, readonly [operation: string, field: string]>> = {
  'a property is missing': ['getTask', '/body/version'],
  'an additional property': ['listTasks', '/body/tasks/*/priority'],
  'another enum value': ['addTask', '/body/state'],
  'another success status': ['addTask', '/status'],
  'another error status': ['getTask', '/status'],
  'a wrong total': ['listTasks', '/body/total'],
  'newest items first': ['listTasks', '/body/tasks/*'],
  'sorting is ignored': ['listTasks', '/body/tasks'],
  'an id instead of a name': ['getTask', '/body/person/name'],
  'the id of another person': ['getTask', '/body/personId'],
  'a time as a number': ['getTask', '/body/createdAt'],
  'a time without a zone': ['getTask', '/body/createdAt'],
  'a number as a string': ['getTask', '/body/version'],
  'an empty list instead of a missing one': ['addTask', '/body/labels'],
  'null instead of a missing property': ['addTask', '/body/due'],
  'another error code': ['getTask', '/body/code'],
  'an error without a code': ['getTask', '/body/code'],
  'no Location': ['addPerson', '/headers/location'],
  'another Location': ['addTask', '/headers/location'],
  'another media type': ['getTask', '/media-type'],
  'an item is missing between pages': ['listTasks', '/body/tasks/*'],
  'a change is not stored': ['getTask', '/body/title'],
  'a deleted task is still there': ['getTask', '/status'],
  'labels are sorted': ['addTask', '/body/labels'],
  'titles are trimmed': ['addTask', '/body/title'],
  'a date is returned changed': ['addTask', '/body/due'],
  'an id changes when it is read': ['getTask', '/body/id'],
  'a filter is ignored': ['listTasks', '/body/tasks/*'],
  'the connection ends': ['getPerson', '/response'],
  'the body is not JSON': ['getTask', '/body'],
};

describe('two servers with the same behaviour', () => {
  test.each(['understudy', 'another', 'a third'])(
    'have no differences, despite different ids and times (seed %s)',
    async (seed) => {
      const comparison = await compared([{}, { ids: 'drawn' }], { seed });
      expect(differences(comparison)).toEqual([]);
      expect(comparison.score).toBe(100);
      expect(comparison.operations.map(({ operation, reason }) => [operation.id, reason])).toEqual(
        [...crew.operations.keys()].map((id) => [id, undefined]),
      );
    },
  );
});

describe('a drift is reported with the operation and the field:', () => {
  test.each(DRIFTS)('%s', async (drift) => {
    const comparison = await compared([{}, { ids: 'drawn', drift }]);
    const [operation, field] = FOUND[drift];
    expect(differences(comparison)).toContainEqual(expect.stringContaining(`${operation} ${field}: `));
    expect(comparison.score).toBeLessThan(100);
  });
});

describe('a drift is reported despite different records:', () => {
  test.each<Drift>([
    'a property is missing',
    'another success status',
    'a time as a number',
    'null instead of a missing property',
    'a deleted task is still there',
    'no Location',
  ])('%s', async (drift) => {
    const other = { ids: 'drawn', titles: ['Paint', 'Plant'], drift } as const;
    expect(differences(await compared([{}, other], { hasOtherData: true }))).not.toEqual([]);
  });
});
