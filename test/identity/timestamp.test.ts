// Format of timestamps: UTC, with as few digits as protobuf JSON allows.

import { create, toJson } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timestamp } from '../../src/identity/timestamp.ts';
import { mockServerWith, recordsOf } from '../support/identity-records.ts';
import { NOW_TOLD, send } from '../support/mock-server.ts';
import { checkProperty } from '../support/runs.ts';

test.each([
  ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z'],
  ['2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00Z'],
  ['2026-11-21T09:00:00.000000000Z', '2026-11-21T09:00:00Z'],
  ['2026-11-21T09:00:00.5Z', '2026-11-21T09:00:00.500Z'],
  ['2026-11-21T09:00:00.050Z', '2026-11-21T09:00:00.050Z'],
  ['2026-11-21T09:00:00.500000Z', '2026-11-21T09:00:00.500Z'],
  ['2026-11-21T09:00:00.000001Z', '2026-11-21T09:00:00.000001Z'],
  ['2026-11-21T09:00:00.0000100Z', '2026-11-21T09:00:00.000010Z'],
  ['2026-11-21T09:00:00.123456789Z', '2026-11-21T09:00:00.123456789Z'],
  ['2026-11-21T09:00:00.1234567891Z', '2026-11-21T09:00:00.123456789Z'],
  ['2026-11-21T10:30:00.25+01:30', '2026-11-21T09:00:00.250Z'],
  ['2026-11-21T10:30:00.2+01:30', '2026-11-21T09:00:00.200Z'],
  ['2026-11-21t09:00:00.250z', '2026-11-21T09:00:00.250Z'],
])('%s is formatted as %s', (text, reported) => {
  expect(timestamp(text)).toBe(reported);
});

test('formats every time like protobuf JSON', () => {
  const seconds = fc.integer({ min: 0, max: 4_102_444_800 });
  const nanos = fc.oneof(
    fc.integer({ min: 0, max: 999_999_999 }),
    fc.integer({ min: 0, max: 999 }).map((milliseconds) => milliseconds * 1_000_000),
    fc.integer({ min: 0, max: 999_999 }).map((microseconds) => microseconds * 1000),
  );
  checkProperty(
    fc.property(seconds, nanos, (second, nano) => {
      const text = new Date(second * 1000).toISOString().replace('.000Z', `.${String(nano).padStart(9, '0')}Z`);
      const message = create(TimestampSchema, { seconds: BigInt(second), nanos: nano });
      expect(timestamp(text)).toBe(toJson(TimestampSchema, message));
    }),
  );
});

test('a stored timestamp is formatted in responses, and unchanged in the store', async () => {
  const mockServer = await mockServerWith(({ projects }) => {
    projects.forEach((project, index) => {
      projects[index] = {
        ...project,
        creationDate: '2024-03-11T13:20:25.500000Z',
        changeDate: '2025-09-15T12:41:00.000Z',
      };
    });
  });
  const { body } = await send(mockServer, 'POST', '/management/v1/projects/_search', { body: { query: { limit: 1 } } });
  expect(body).toMatchObject({
    details: { viewTimestamp: NOW_TOLD },
    result: [{ details: { creationDate: '2024-03-11T13:20:25.500Z', changeDate: '2025-09-15T12:41:00Z' } }],
  });
  expect((await recordsOf(mockServer)).projects[0]?.changeDate).toBe('2025-09-15T12:41:00.000Z');
});
