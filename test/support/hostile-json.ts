// Bodies declared as JSON that are made to break parsers.

const nested = (open: string, close: string, inner = '') => open.repeat(100_000) + inner + close.repeat(100_000);
const wide = Array.from({ length: 5000 }, (_, at) => `"p${at}":${at}`).join(',');

type Hostile = readonly [what: string, body: (id: string) => Uint8Array];

const texts: readonly (readonly [what: string, body: (id: string) => string])[] = [
  ['deep lists', (id) => `{"id":"${id}","title":${nested('[', ']')}}`],
  ['deep objects', (id) => `{"id":"${id}","title":${nested('{"a":', '}', '1')}}`],
  ['only deep lists', () => nested('[', ']')],
  ['only deep objects', () => nested('{"a":', '}', '1')],
  ['many properties', (id) => `{"id":"${id}",${wide}}`],
  [
    'names of prototypes',
    (id) => `{"id":"${id}","__proto__":{"id":"x"},"constructor":{"prototype":1},"toJSON":{},"toString":1}`,
  ],
  ['a list of them', (id) => `[{"__proto__":${nested('[', ']')}},{"id":"${id}","toJSON":${nested('[', ']')}}]`],
  ['a long text', (id) => `{"id":"${id}","title":"${'x'.repeat(500_000)}"}`],
  ['a long id', () => `{"id":"${'x'.repeat(300_000)}","title":"a"}`],
  ['numbers out of range', (id) => `{"id":"${id}","version":1e999,"title":-0}`],
  ['lone surrogates', (id) => `{"id":"${id}","title":"\\ud800","\\udc00":"\\u0000\\u2028"}`],
  ['null', () => 'null'],
  ['a truncated body', () => '{"id":"'],
];

/** Receives the id of the target. */
export const hostileJson: readonly Hostile[] = [
  ...texts.map(([what, body]): Hostile => [what, (id) => Buffer.from(body(id))]),
  [
    'bytes that are not UTF-8',
    (id) => Buffer.concat([Buffer.from(`{"id":"${id}","title":"`), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
  ],
];
