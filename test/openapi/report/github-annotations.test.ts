// GitHub annotations as workflow commands.

import { describe, expect, test } from 'vitest';
import { type Annotation, annotationLines, escapeCommands } from '../../../src/openapi/report/github-annotations.ts';

const one = (more: Partial<Annotation> = {}): Annotation => ({ level: 'error', title: 'a', message: 'b', ...more });

/** Parses a line like a GitHub runner (actions/runner, `ActionCommand`); undefined for other lines. */
function commandIn(line: string): { name: string; properties: Record<string, string>; data: string } | undefined {
  const unescaped = (text: string) =>
    text
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%0A', '\n')
      .replaceAll('%0D', '\r')
      .replaceAll('%25', '%');
  const [, head = '', data = ''] = /^\s*::([^:]*(?:::?[^:]+)*?)::(.*)$/s.exec(line) ?? [];
  if (head === '') {
    const [, name, old = ''] = /##\[([\w-]+)[^\]]*\](.*)/.exec(line) ?? [];
    return name === undefined ? undefined : { name, properties: {}, data: old };
  }
  const [, name = '', rest = ''] = /^([\w-]+) ?(.*)$/s.exec(head) ?? [];
  const properties = rest.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), unescaped(pair.slice(at + 1))];
  });
  return { name, properties: Object.fromEntries(properties), data: unescaped(data) };
}

describe('an annotation', () => {
  test.each<[given: Partial<Annotation>, line: string]>([
    [{ file: 'api.yaml', line: 3, column: 7 }, '::error file=api.yaml,line=3,col=7,title=a::b'],
    [{}, '::error title=a::b'],
    [{ level: 'notice', title: 'a: b, c' }, '::notice title=a%3A b%2C c::b'],
    [{ file: 'a,b:c%.yaml' }, '::error file=a%2Cb%3Ac%25.yaml,title=a::b'],
    [{ message: '100% of\nthis, and: that' }, '::error title=a::100%25 of%0Athis, and: that'],
    [{ message: 'a\r\nb\u0000\u001b[31m\u202ec\ud800' }, '::error title=a::a %0Ab  [31m c\ufffd'],
    [
      { title: 'x\n::set-env name=PATH::/tmp', message: '\n::error::y' },
      '::error title=x%0A%3A%3Aset-env name=PATH%3A%3A/tmp::%0A::error::y',
    ],
  ])('%j is one line', (given, line) => {
    expect(annotationLines([one(given)])).toEqual([line]);
    expect(line).not.toMatch(/[\r\n]/);
    const { title = 'a', message = 'b' } = given;
    const read = commandIn(line);
    expect(read?.properties.title).toBe(title);
    if (!/[\r\0]/.test(message)) expect(read?.data).toBe(message);
  });

  test('counts the omitted ones if there are too many', () => {
    const all = Array.from({ length: 12 }, (_, index) => one({ title: `${index}` }));
    const warnings = all.slice(0, 10).map((each) => ({ ...each, level: 'warning' as const }));
    const lines = annotationLines([...all, ...warnings], 'see there');
    expect(lines.filter((line) => line.startsWith('::error'))).toEqual([
      ...all.slice(0, 9).map(({ title }) => `::error title=${title}::b`),
      '::error title=3 more::3 more are not shown here: see there.',
    ]);
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(10);
  });
});

test('text between stop-commands contains no commands', () => {
  const text = '::set-env name=PATH::/tmp\nand ##[add-mask]x\n::known-name::';
  const lines = escapeCommands(text).split('\n');
  const name = /^::stop-commands::([\w-]{36})$/.exec(lines[0] ?? '')?.[1];
  expect(name).toBeDefined();
  expect(lines.slice(1)).toEqual([...text.split('\n'), `::${name}::`, '']);
  expect(escapeCommands(text)).not.toBe(escapeCommands(text));
});
