// What is wrong with what a change has touched: all that a look at every record would find, without that look.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyDraft, Touched } from '../../src/engine/record-form.ts';
import { createChangeCheck } from '../../src/record/change-check.ts';
import { memoryLog } from '../../src/store/memory-log.ts';
import type { Identified } from '../../src/store/record.ts';
import { openStore } from '../../src/store/store.ts';
import { checkProperty } from '../support/runs.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    owners: { type: 'array', items: { $ref: '#/definitions/Owner' } },
    pets: { type: 'array', items: { $ref: '#/definitions/Pet' } },
    'odd/~names': { type: 'array' },
  },
  definitions: {
    Owner: { type: 'object', properties: { name: { type: 'string', maxLength: 3 }, best: { 'x-references': 'pets' } } },
    Pet: {
      type: 'object',
      properties: {
        owners: { type: 'array', items: { type: 'string', 'x-references': 'owners' } },
        by: { type: 'object', additionalProperties: { 'x-references': 'owners' } },
        tree: { $ref: '#/definitions/Tree' },
        either: { oneOf: [{ 'x-references': 'owners' }, { type: 'integer' }] },
      },
    },
    Tree: { type: 'object', properties: { pet: { 'x-references': 'pets' }, tree: { $ref: '#/definitions/Tree' } } },
  },
};

type Lists = Readonly<Record<string, readonly object[]>>;
type Change = (draft: AnyDraft) => readonly Touched[];

const put =
  (collection: string, record: Identified): Change =>
  (draft) => {
    draft[collection]?.[draft[collection]?.get(record.id) ? 'replace' : 'add'](record);
    return [{ collection, id: record.id }];
  };
const remove =
  (collection: string, id: string): Change =>
  (draft) => {
    draft[collection]?.remove(id);
    return [{ collection, id }];
  };

/** What is found after some changes. @param seen - what a collection shows of itself */
async function found(
  lists: Lists,
  changes: readonly Change[],
  {
    schema = SCHEMA,
    seen = (draft: AnyDraft) => draft,
  }: { schema?: object; seen?: (draft: AnyDraft) => AnyDraft } = {},
): Promise<readonly string[]> {
  const names = ['owners', 'pets', 'odd/~names'];
  const all = { ...Object.fromEntries(names.map((name) => [name, []])), ...lists } as Record<string, Identified[]>;
  const store = await openStore<Record<string, Identified>>(all, memoryLog());
  const check = createChangeCheck(schema, names);
  return store.change((draft) => {
    const touched = changes.flatMap((change) => change(draft));
    return check(seen(draft), touched).map(({ collection, id, pointer, message }) =>
      [collection, id, pointer, message].join(' '),
    );
  });
}

const OWNERS = { owners: [{ id: 'a', name: 'Ada' }, { id: 'b' }] };
const gone = (id: string, name = 'owners') => `must be the id of an item in ${name}; "${id}" not found`;

describe('of a change is found', () => {
  test.each<[what: string, changes: readonly Change[], problems: readonly string[]]>([
    ['nothing where all is right', [put('pets', { id: '1', owners: ['a'] } as Identified)], []],
    [
      'what a record may not be',
      [put('owners', { id: 'c', name: 'Cleo' } as Identified)],
      ['owners c /name must NOT have more than 3 characters'],
    ],
    [
      'what refers to nothing',
      [put('pets', { id: '1', owners: ['a', 'c'] } as Identified)],
      [`pets 1 /owners/1 ${gone('c')}`],
    ],
    [
      'nothing where it comes later',
      [put('pets', { id: '1', owners: ['c'] } as Identified), put('owners', { id: 'c' })],
      [],
    ],
    [
      'who refers to what is gone, in a list',
      [put('pets', { id: '1', owners: ['b', 'a'] } as Identified), remove('owners', 'a')],
      [`pets 1 /owners/1 ${gone('a')}`],
    ],
  ])('%s', async (_, changes, problems) => {
    expect(await found(OWNERS, changes)).toEqual(problems);
  });

  test.each<[where: string, pet: object, problem: string]>([
    ['in a list', { owners: ['b', 'a'] }, `/owners/1 ${gone('a')}`],
    ['under any name', { by: { day: 'b', night: 'a' } }, `/by/night ${gone('a')}`],
    ['in a choice', { either: 'a' }, `/either ${gone('a')}`],
  ])('who refers to what is gone: %s', async (_, pet, problem) => {
    expect(await found({ ...OWNERS, pets: [{ id: '1', ...pet }] }, [remove('owners', 'a')])).toContain(
      `pets 1 ${problem}`,
    );
  });

  test('everything that a record refers to in vain, where several are gone at once', async () => {
    const pets = [{ id: '1', owners: ['b', 'a'], tree: { pet: '2' } }, { id: '2' }];
    expect(
      await found({ ...OWNERS, pets }, [remove('owners', 'a'), remove('pets', '2'), remove('owners', 'b')]),
    ).toEqual([
      `pets 1 /owners/0 ${gone('b')}`,
      `pets 1 /owners/1 ${gone('a')}`,
      `pets 1 /tree/pet ${gone('2', 'pets')}`,
    ]);
  });

  test('who refers to what is gone, however deep', async () => {
    const pets = [{ id: '1' }, { id: '2', tree: { tree: { tree: { pet: '1' } } } }];
    expect(await found({ pets }, [remove('pets', '1')])).toEqual([`pets 2 /tree/tree/tree/pet ${gone('1', 'pets')}`]);
  });

  test('nothing that was wrong before and was not touched', async () => {
    const lists = { owners: [{ id: 'a', name: 'too long' }], pets: [{ id: '1', owners: ['a', 'nobody'], by: 5 }] };
    expect(await found(lists, [put('owners', { id: 'b' })])).toEqual([]);
    expect(await found(lists, [remove('owners', 'a')])).toEqual([`pets 1 /owners/0 ${gone('a')}`]);
  });

  test('what the schema says of a whole collection', async () => {
    const schema = { ...SCHEMA, properties: { ...SCHEMA.properties, owners: { type: 'array', minItems: 2 } } };
    expect(await found(OWNERS, [remove('owners', 'a')], { schema })).toEqual([
      'owners   must NOT have fewer than 2 items',
    ]);
    expect(await found(OWNERS, [put('owners', { id: 'a' })], { schema })).toEqual([]);
  });

  test('a collection with a name that a pointer escapes', async () => {
    const odd = { type: 'array', items: { required: ['name'] } };
    const schema = { ...SCHEMA, properties: { ...SCHEMA.properties, 'odd/~names': odd } };
    expect(await found({}, [put('odd/~names', { id: '1' })], { schema })).toEqual([
      "odd/~names 1  must have required property 'name'",
    ]);
  });
});

test('a change is looked at without a look at all other records', async () => {
  const owners = Array.from({ length: 1000 }, (_, n) => ({ id: `o${n}` }));
  const pets = owners.map(({ id }, n) => ({ id: `p${n}`, owners: n < 900 ? [id] : [] }));
  const blind = (draft: AnyDraft): AnyDraft =>
    Object.fromEntries(
      Object.entries({ owners: draft.owners, pets: draft.pets, 'odd/~names': draft['odd/~names'] }).map(
        ([name, one]) => [
          name,
          {
            get: (id: string) => one?.get(id),
            group: (...asked: Parameters<NonNullable<typeof one>['group']>) => one?.group(...asked),
            values: () => {
              throw new Error(`somebody goes through all ${name}`);
            },
          },
        ],
      ),
    ) as unknown as AnyDraft;
  const changes = [
    put('owners', { id: 'o1', name: 'Ada' } as Identified),
    remove('owners', 'o7'),
    remove('owners', 'o990'),
  ];
  expect(await found({ owners, pets }, changes, { seen: blind })).toEqual([`pets p7 /owners/0 ${gone('o7')}`]);
});

test('whatever is changed, just that is found which was right before and is wrong after it', async () => {
  const id = fc.constantFrom('a', 'b', 'c', '__proto__');
  const owner = fc.record({ id, best: id }, { requiredKeys: ['id'] });
  const tree = fc.record({ pet: id, tree: fc.record({ pet: id }) }, { requiredKeys: [] });
  const pet = fc.record(
    { id, owners: fc.array(id, { maxLength: 2 }), by: fc.dictionary(id, id), tree },
    { requiredKeys: ['id'] },
  );
  const step = fc.oneof(
    owner.map((one) => put('owners', one)),
    pet.map((one) => put('pets', one)),
    fc.record({ from: fc.constantFrom('owners', 'pets'), id }).map(({ from, id: one }) => remove(from, one)),
  );
  const check = createChangeCheck(SCHEMA, ['owners', 'pets']);
  await checkProperty(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 4 }), async (before, changes) => {
      const store = await openStore<Record<string, Identified>>({ owners: [], pets: [] }, memoryLog());
      const all = (draft: AnyDraft) =>
        check(
          draft,
          ['owners', 'pets'].flatMap((collection) =>
            [...(draft[collection]?.values() ?? [])].map(({ id: one }) => ({ collection, id: one })),
          ),
        ).map((problem) => JSON.stringify(problem));
      await store.change((draft) => {
        // Only from what is right one can see what a change has done.
        for (const change of before) change(draft);
        for (let wrong = all(draft); wrong.length > 0; wrong = all(draft))
          for (const problem of wrong) draft[JSON.parse(problem).collection]?.remove(JSON.parse(problem).id);
        const touched = changes.flatMap((change) => change(draft));
        expect(
          check(draft, touched)
            .map((problem) => JSON.stringify(problem))
            .sort(),
        ).toEqual(all(draft).sort());
      });
    }),
  );
});
