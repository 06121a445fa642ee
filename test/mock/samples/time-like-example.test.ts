// Dates and times without a format: formatted like an example or a pattern.

import { describe, expect, test } from 'vitest';
import { timeForPatterns, timeLikeExample } from '../../../src/mock/samples/generate/time-like-example.ts';

const moment = () => new Date('2025-11-03T14:05:09.000Z');

test.each([
  ['1990-01-15', '2025-11-03'],
  ['1990/01/15', '2025/11/03'],
  ['2024-05', '2025-11'],
  ['15/01/1990', '03/11/2025'],
  ['01/15/1990', '11/03/2025'],
  ['1/15/1990', '11/3/2025'],
  ['31.12.2024', '03.11.2025'],
  ['2024-03-01T10:00:00Z', '2025-11-03T14:05:09Z'],
  ['2024-03-01T10:00:00.123Z', '2025-11-03T14:05:09.000Z'],
  ['2024-03-01T10:00:00+02:00', '2025-11-03T14:05:09+02:00'],
  ['2024-03-01 10:00', '2025-11-03 14:05'],
  ['2023-10-06 23:47:56.678+00', '2025-11-03 14:05:09.000+00'],
  ['2023-10-06 23:47:56-0330', '2025-11-03 14:05:09-0330'],
  ['14:30', '14:05'],
  ['14:30:00', '14:05:09'],
  ['09:30 AM', '02:05 PM'],
  ['09:30am', '02:05pm'],
])('like %s is %s', (example, like) => {
  expect(timeLikeExample(example, moment)).toBe(like);
});

test('like an ambiguous example uses a number that is valid as day and month', () => {
  const late = () => new Date('2025-11-30T00:00:00Z');
  expect(timeLikeExample('05/06/2024', late)).toBe('06/11/2025');
  expect(timeLikeExample('05.06.2024', late)).toBe('30.11.2025');
});

test.each([
  '',
  'cus_123',
  '1990-13-15',
  '1990-01-32',
  '99/01/1990',
  '12-34-5678',
  '555-1234',
  '2024',
  '2024-99',
  '25:00',
  '13:30 PM',
  '2024-03-01 sold',
  '2024-03-01T',
  '1.2.3',
])('is not recognised in %j', (example) => {
  expect(timeLikeExample(example, moment)).toBeUndefined();
});

describe('a time that matches the pattern', () => {
  test.each([
    ['^\\d{4}-\\d{2}-\\d{2}$', '2025-11-03'],
    ['^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}$', '2025-11-03'],
    ['^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$', '2025-11-03T14:05:09Z'],
    ['^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$', '2025-11-03T14:05:09.000Z'],
    ['^\\d{4}$', undefined],
    ['^[A-Z]{2}\\d{4}$', undefined],
    ['^[\\d-]+$', undefined],
  ])('%s, is %s', (pattern, text) => {
    expect(timeForPatterns([pattern], moment)).toBe(text);
  });
});
