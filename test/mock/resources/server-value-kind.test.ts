// The meaning of properties by name and type.

import { expect, test } from 'vitest';
import type { ItemProperty } from '../../../src/mock/resources/item-properties.ts';
import { formatTime, getServerValueKind } from '../../../src/mock/resources/server-value-kind.ts';

const NOW = new Date('2026-11-22T09:00:00.500Z');

function member(name: string, type: string, format?: string): ItemProperty {
  const schema = { type, format, properties: {}, required: [] };
  return { name, type, format, required: false, readOnly: true, writeOnly: false, typeName: undefined, schema };
}

test.each<[name: string, type: string, format: string | undefined, meaning: string | undefined]>([
  ['createdAt', 'string', 'date-time', 'created'],
  ['created_at', 'integer', undefined, 'created'],
  ['dateCreated', 'string', 'date', 'created'],
  ['created', 'string', undefined, 'created'],
  ['creationTimestamp', 'string', 'date-time', 'created'],
  ['lastModifiedTime', 'string', 'date-time', 'updated'],
  ['updated_on', 'string', 'date-time', 'updated'],
  ['version', 'integer', undefined, 'version'],
  ['version', 'string', undefined, undefined],
  ['apiVersion', 'string', undefined, undefined],
  ['self', 'string', undefined, 'self'],
  ['href', 'string', 'uri', 'self'],
  ['avatarUrl', 'string', 'uri', undefined],
  ['createdBy', 'string', undefined, 'owner'],
  ['owner', 'string', undefined, 'owner'],
  ['owner', 'object', undefined, undefined],
  ['created', 'boolean', undefined, undefined],
  ['created', 'string', 'email', undefined],
  ['createdFrom', 'string', 'date-time', undefined],
  ['expiresAt', 'string', 'date-time', undefined],
  ['updateFrequency', 'integer', undefined, undefined],
])('%s, a %s (%s), means %s', (name, type, format, meaning) => {
  expect(getServerValueKind(member(name, type, format))).toBe(meaning);
});

test('a time has the form of the example', () => {
  const { schema, ...others } = member('created', 'string');
  const example = '2023-10-06 23:47:56.678+00';
  expect(formatTime({ ...others, schema: { ...schema, example } }, NOW)).toBe('2026-11-22 09:00:00.000+00');
});

test.each<[name: string, type: string, format: string | undefined, time: string | number]>([
  ['createdAt', 'string', 'date-time', '2026-11-22T09:00:00.500Z'],
  ['created', 'string', 'date', '2026-11-22'],
  ['created', 'integer', undefined, 1795338000],
  ['created_ms', 'integer', undefined, 1795338000500],
])('%s, a %s (%s), is %s for the current time', (name, type, format, time) => {
  expect(formatTime(member(name, type, format), NOW)).toBe(time);
});
