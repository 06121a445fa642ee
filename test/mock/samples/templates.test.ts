// Templates of records, and cooperative scheduling of many of them.

import { describe, expect, test } from 'vitest';
import { fillTemplate, overlayTemplate, repeatInTurns, templateValueAt } from '../../../src/mock/samples/templates.ts';

describe('a template', () => {
  test.each([
    ['Project {n}', 'Project 7'],
    ['2027-01-{nn} {nnn}', '2027-01-07 007'],
    [
      { name: '{n} of {n}', tags: ['{n}', 7, null] },
      { name: '7 of 7', tags: ['7', 7, null] },
    ],
    [{ '{n}': '{N}' }, { '{n}': '{N}' }],
    [JSON.parse('{"__proto__":"{n}"}'), JSON.parse('{"__proto__":"7"}')],
  ])('has its placeholders replaced: %j', (template, whole) => {
    expect(JSON.stringify(fillTemplate(template, 7))).toBe(JSON.stringify(whole));
  });

  test('has values by JSON pointer, and none for an object with properties', () => {
    const template = { name: 'Ada', human: { firstName: 'Ada' }, tags: [] };
    expect(
      ['/name', '/human', '/human/firstName', '/tags', '/other'].map((at) => templateValueAt(template, at)),
    ).toEqual(['Ada', undefined, 'Ada', [], undefined]);
  });

  test('is merged into a sample: objects by property, everything else as a whole', () => {
    const sample = { name: 'Bo', human: { firstName: 'Bo', lastName: 'Bär' }, tags: [1, 2], off: true };
    const whole = overlayTemplate(sample, { human: { firstName: 'Ada' }, tags: [3], off: null });
    expect(whole).toEqual({ name: 'Bo', human: { firstName: 'Ada', lastName: 'Bär' }, tags: [3], off: null });
  });
});

describe('while many records are created', () => {
  const slowly = () => {
    for (const began = performance.now(); performance.now() - began < 25; );
  };

  test('the event loop runs other tasks', async () => {
    let turns = 0;
    const seen = await repeatInTurns(3, new AbortController().signal, () => {
      slowly();
      setImmediate(() => {
        turns += 1;
      });
      return turns;
    });
    expect(seen).toEqual([0, 1, 2]);
  });

  test('an abort stops the work', async () => {
    const leaving = new AbortController();
    let made = 0;
    const all = repeatInTurns(100, leaving.signal, () => {
      slowly();
      made += 1;
      leaving.abort(new Error('gone'));
    });
    await expect(all).rejects.toThrow('gone');
    expect(made).toBe(1);
  });
});
