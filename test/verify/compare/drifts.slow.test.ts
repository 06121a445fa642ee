// Each way in which one server drifts from another is noticed, at its operation and field; and servers that do not are alike, whatever is asked.

import { describe, expect, test } from 'vitest';
import { compared, crew, differences } from '../../support/crew/compared.ts';
import { DRIFTS, type Drift } from '../../support/crew/crew.ts';

/** Where each drift shows itself. */
const FOUND: Readonly<Record<Drift, readonly [operation: string, field: string]>> = {
  'a property is missing': ['getTask', '/body/version'],
  'a property that others do not show': ['listTasks', '/body/tasks/*/priority'],
  'another enum value': ['addTask', '/body/state'],
  'another status of success': ['addTask', '/status'],
  'another status of a refusal': ['getTask', '/status'],
  'a wrong total': ['listTasks', '/body/total'],
  'the newest first': ['listTasks', '/body/tasks/*'],
  'sorting is ignored': ['listTasks', '/body/tasks'],
  'an id instead of a name': ['getTask', '/body/person/name'],
  'the id of somebody else': ['getTask', '/body/personId'],
  'a time as a number': ['getTask', '/body/createdAt'],
  'a time without a zone': ['getTask', '/body/createdAt'],
  'a number as a text': ['getTask', '/body/version'],
  'an empty list instead of none': ['addTask', '/body/labels'],
  'null instead of nothing': ['addTask', '/body/due'],
  'another code of a refusal': ['getTask', '/body/code'],
  'a refusal without a code': ['getTask', '/body/code'],
  'no Location': ['addPerson', '/headers/location'],
  'another Location': ['addTask', '/headers/location'],
  'another media type': ['getTask', '/media-type'],
  'an item is lost at the border of pages': ['listTasks', '/body/tasks/*'],
  'a change is not kept': ['getTask', '/body/title'],
  'a deleted task is still there': ['getTask', '/status'],
  'labels are sorted': ['addTask', '/body/labels'],
  'titles are trimmed': ['addTask', '/body/title'],
  'a date is told as another one': ['addTask', '/body/due'],
  'an id changes when it is read': ['getTask', '/body/id'],
  'a filter is ignored': ['listTasks', '/body/tasks/*'],
  'the connection ends': ['getPerson', '/response'],
  'the body is no JSON': ['getTask', '/body'],
};

describe('two servers that do the same', () => {
  test.each(['understudy', 'another', 'a third'])(
    'are alike in all they do, whatever each of them calls things and however late it is (seed %s)',
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

describe('a server that drifts is noticed, with the operation and the field:', () => {
  test.each(DRIFTS)('%s', async (drift) => {
    const comparison = await compared([{}, { ids: 'drawn', drift }]);
    const [operation, field] = FOUND[drift];
    expect(differences(comparison)).toContainEqual(expect.stringContaining(`${operation} ${field}: `));
    expect(comparison.score).toBeLessThan(100);
  });
});

describe('other records do not hide that', () => {
  test.each<Drift>([
    'a property is missing',
    'another status of success',
    'a time as a number',
    'null instead of nothing',
    'a deleted task is still there',
    'no Location',
  ])('%s', async (drift) => {
    const other = { ids: 'drawn', titles: ['Paint', 'Plant'], drift } as const;
    expect(differences(await compared([{}, other], { hasOtherData: true }))).not.toEqual([]);
  });
});
