// Coverage counted in parts, in any order and by any processes, equals the coverage of the whole.

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Bits } from '../../src/coverage/bit-set.ts';
import { type Coverage, coverageReport } from '../../src/coverage/coverage-report.ts';
import { createTallies } from '../../src/coverage/coverage-tallies.ts';
import { mergeCoverage } from '../../src/coverage/merge-coverage.ts';
import { coverValue } from '../../src/coverage/operation-tally.ts';
import { readTally, serializeTally } from '../../src/coverage/serialized-tally.ts';
import type { Tally } from '../../src/coverage/tally.ts';
import { planValues } from '../../src/coverage/value-plan.ts';
import { createDocument, type Document, type Operation } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { createReferences } from '../../src/openapi/references.ts';
import { runAtOnce } from '../../src/openapi/run-steps.ts';
import { checkProperty } from '../support/runs.ts';

const PETS = new URL('../support/pets/pets.yaml', import.meta.url);
let document: Document;
/** The same, as in another process. */
let elsewhere: Document;
beforeAll(async () => {
  document = createDocument(await openDocument(PETS));
  elsewhere = createDocument(await openDocument(PETS));
});

/** Requests of clients, and their results. */
const exchanges = fc.array(
  fc.record({
    operation: fc.constantFrom('listPets', 'addPet', 'getPet', 'removePet'),
    status: fc.constantFrom(200, 201, 204, 404, 500),
    query: fc.record(
      { limit: fc.integer(), kinds: fc.array(fc.constantFrom('cat', 'dog', 'cow')) },
      { requiredKeys: [] },
    ),
    body: fc.oneof(
      fc.record(
        { name: fc.string(), kind: fc.constantFrom('cat', 'hen', 'cow'), motherId: fc.string() },
        { requiredKeys: [] },
      ),
      fc.anything(),
    ),
    response: fc.oneof(
      fc.record({ id: fc.string(), kind: fc.constantFrom('cat', 'dog') }, { requiredKeys: [] }),
      fc.anything(),
    ),
  }),
  { maxLength: 12 },
);
type Exchange = (typeof exchanges extends fc.Arbitrary<infer All> ? All : never)[number] & object;

function count(tally: Tally, all: readonly Exchange[]): void {
  for (const { operation: id, status, query, body, response } of all) {
    const operation = document.operations.get(id);
    if (!operation) continue;
    const values: Readonly<Record<string, Record<string, unknown>>> = {
      path: { petId: '1' },
      query,
      header: {},
      cookie: {},
    };
    tally.count({
      operation,
      isCall: false,
      request: {
        parts: { ...(values as { path: object; query: object; header: object; cookie: object }), body } as never,
        type: undefined,
        isSent: (place, key) => Object.hasOwn(values[place] ?? {}, key),
      },
      brings: () => true,
      response: { status, mediaType: 'application/json', body: response },
    });
    if (status === 404) tally.countUnmatched({ method: 'GET', path: `/${id}`, status });
  }
}

const tallies = createTallies();
const reportedOf = (tally: Tally): Promise<Coverage> =>
  runAtOnce(coverageReport(tally, [{ api: 'pets', document }], ['main'], tallies.plans));
const counted = async (...all: readonly (readonly Exchange[])[]): Promise<Coverage> => {
  const tally = tallies.create();
  for (const some of all) count(tally, some);
  return reportedOf(tally);
};

describe('coverage', () => {
  test('of parts equals that of the whole, merged as tallies or as reports', async () => {
    await checkProperty(
      fc.asyncProperty(exchanges, exchanges, async (some, others) => {
        const whole = mergeCoverage([await counted(some, others)]);
        expect(mergeCoverage([await counted(some), await counted(others)])).toEqual(whole);
        const [one, other] = [tallies.create(), tallies.create()];
        count(one, some);
        count(other, others);
        expect(mergeCoverage([await reportedOf(tallies.together([one, other]))])).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('is the same in any order and in any groups', async () => {
    await checkProperty(
      fc.asyncProperty(exchanges, exchanges, exchanges, async (first, second, third) => {
        const [a, b, c] = [await counted(first), await counted(second), await counted(third)];
        const whole = mergeCoverage([a, b, c]);
        expect(mergeCoverage([c, a, b])).toEqual(whole);
        expect(mergeCoverage([mergeCoverage([a, b]), c])).toEqual(whole);
        expect(mergeCoverage([a, mergeCoverage([b, c])])).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });

  test('that is merged twice has the same points, and twice the requests', async () => {
    await checkProperty(
      fc.asyncProperty(exchanges, async (some) => {
        const once = mergeCoverage([await counted(some)]);
        const twice = mergeCoverage([once, once]);
        expect(twice.totals).toEqual(once.totals);
        const points = ({ apis }: Coverage) => apis.flatMap(({ operations }) => operations.map((one) => one.points));
        expect(points(twice)).toEqual(points(once));
        const requests = ({ apis }: Coverage) =>
          apis.flatMap(({ operations }) => operations.map((one) => one.requests));
        expect(requests(twice)).toEqual(requests(once).map((number) => 2 * number));
      }),
      { numRuns: 40 },
    );
  });

  test('is the same when it is serialized, and read by another process', async () => {
    const { plans: others } = createTallies();
    await checkProperty(
      fc.asyncProperty(exchanges, exchanges, async (some, more) => {
        const read = tallies.create();
        for (const part of [some, more]) {
          const tally = tallies.create();
          count(tally, part);
          for (const [id, operation] of document.operations) {
            const cell = tally.cell(operation);
            if (!cell) continue;
            const written = JSON.parse(JSON.stringify(serializeTally(cell, operation, tallies.plans)));
            const there = elsewhere.operations.get(id) as Operation;
            const again = serializeTally(readTally(written, there, others), there, others);
            expect(again).toEqual(written);
            read.add(operation, readTally(again, operation, tallies.plans));
          }
        }
        const [{ unmatched: _, ...whole }, { unmatched: __, ...reported }] = [
          await counted(some, more),
          await reportedOf(read),
        ];
        expect(reported).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  test('has as many points of an operation before its first request as after', async () => {
    const before = await counted();
    const after = await counted(
      [...document.operations.keys()].map(
        (operation) => ({ operation, status: 200, query: {}, body: undefined, response: undefined }) as never,
      ),
    );
    const totals = ({ apis }: Coverage) =>
      apis.flatMap(({ operations }) =>
        operations.map((one) => Object.entries(one.totals).map(([dimension, { total }]) => [dimension, total])),
      );
    expect(totals(before)).toEqual(totals(after));
    expect(mergeCoverage([before, after]).totals).toEqual(mergeCoverage([after]).totals);
    expect(mergeCoverage([before, before]).totals).toEqual(before.totals);
  });
});

describe('any schema', () => {
  const names = [
    'properties',
    'items',
    'allOf',
    'oneOf',
    'anyOf',
    'enum',
    'const',
    'type',
    'required',
    'additionalProperties',
    'discriminator',
    '$ref',
    'prefixItems',
    'patternProperties',
  ];
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.boolean(),
      fc.dictionary(fc.constantFrom(...names), tie('part'), { maxKeys: 3 }),
    ),
    part: fc.oneof(
      { maxDepth: 4 },
      fc.anything({ maxDepth: 1, maxKeys: 2 }),
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema'), { maxKeys: 2 }),
      fc.constantFrom('#/a', '#/a/properties/b', '#', 'object', 'string', null),
    ),
  }));

  const values = fc.object({ key: fc.constantFrom('a', 'b', '__proto__', 'length'), maxDepth: 3, maxKeys: 3 });

  test('is covered by two values as by each of them merged', () => {
    checkProperty(
      fc.property(schema, values, values, (value, one, other) => {
        const references = createReferences({ a: value });
        const plan = planValues({ value: value as never, pointer: '/a' }, references, 'request');
        const [both, first, second] = [new Bits(plan.size), new Bits(plan.size), new Bits(plan.size)];
        coverValue(one, plan, both);
        coverValue(other, plan, both);
        coverValue(one, plan, first);
        coverValue(other, plan, second);
        first.addAll(second);
        expect(plan.points.map((_, at) => both.has(at))).toEqual(plan.points.map((_, at) => first.has(at)));
      }),
      { numRuns: 500, examples: [[{ oneOf: [null, { type: 'object' }] }, {}, {}]] },
    );
  });
});
