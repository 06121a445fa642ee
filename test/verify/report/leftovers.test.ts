// Lines of reports about items that a run left on the server.

import { expect, test } from 'vitest';
import { type LeftoversReport, leftoverLines } from '../../../src/verify/report/leftovers.ts';

type Item = LeftoversReport['items'][number];
const item = (id: string): Item => ({
  operation: 'addPet',
  id,
  reason: 'removePet responded with 500',
  curl: `curl -g -X DELETE http://h/pets/${id}`,
});
const uncertain: Item = { operation: 'addPet', uncertain: true, reason: 'no response' };

test.each<[what: string, items: readonly Item[], lines: readonly string[]]>([
  ['nothing', [], []],
  [
    'one item with the command that deletes it',
    [item('1')],
    [
      '1 item created by addPet was left behind (id "1"): removePet responded with 500',
      '  curl -g -X DELETE http://h/pets/1',
    ],
  ],
  [
    'several items in one line, and one command',
    [item('3'), item('2'), item('1')],
    [
      '3 items created by addPet were left behind (ids "3", "2", "1"): removePet responded with 500',
      '  such as curl -g -X DELETE http://h/pets/3',
    ],
  ],
  ['the number of items that may exist', [uncertain, uncertain], ['addPet may have left 2 items behind: no response']],
])('print %s', (_, items, lines) => {
  expect(leftoverLines({ leftovers: { items, unsafe: [] } })).toEqual(lines);
});

test('print at most three ids of an operation', () => {
  const items = Array.from({ length: 60 }, (_, index) => item(`${index}`));
  expect(leftoverLines({ leftovers: { items, unsafe: [] } })[0]).toMatch(
    /^60 .* \(ids "0", "1", "2", and 57 more \(--json lists all\)\):/,
  );
});
