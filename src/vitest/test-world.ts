// The sandbox of one test, which knows whether what was asked in it kept the document.

import type { Exchange, ExchangeMatch } from '../client/client.ts';
import { World } from '../client/world.ts';

/** How many exchanges are named in an error. */
const MOST_NAMED = 10;

/** The sandbox of one test. The test fails when a request in it breaks the document, unless it is expected to. */
export class TestWorld extends World {
  readonly #expected: ExchangeMatch[];

  /** @param expected - requests that may break the document in every test */
  constructor({ name, url, control }: World, expected: readonly ExchangeMatch[]) {
    super(name, url, control);
    this.#expected = [...expected];
  }

  /** Says that requests like these may break the document, as where a test is about mistakes. Default: all in this test. */
  expectFindings(match: ExchangeMatch = {}): void {
    this.#expected.push(match);
  }

  /** @throws Error with each request that broke the document and was not expected to, and how */
  async requireKept(): Promise<void> {
    const broken = (await this.exchanges({ findings: true })).filter((one) => breachesOf(one).length > 0);
    if (broken.length === 0) return;
    const expected = await Promise.all(this.#expected.map((match) => this.exchanges({ ...match, findings: true })));
    const numbers = new Set(expected.flat().map(({ number }) => number));
    const [first, ...others] = broken.filter(({ number }) => !numbers.has(number));
    if (first) throw new Error(complaint([first, ...others]));
  }
}

/** What the document says against a request. What it says against answers is no fault of a client. */
function breachesOf({ findings }: Exchange): readonly string[] {
  return findings.filter((finding) => !/^response\b/.test(finding));
}

function complaint(broken: readonly [Exchange, ...Exchange[]]): string {
  const { length } = broken;
  const headline = `${length === 1 ? 'A request breaks' : `${length} requests break`} the document:`;
  const lines = broken.slice(0, MOST_NAMED).map((exchange) => {
    const { operation, method, target, status } = exchange;
    return `  ${operation ?? 'no operation'}: ${method} ${target} (${status}): ${breachesOf(exchange).join('; ')}`;
  });
  const example = broken[0].operation === undefined ? '' : `{ operation: '${broken[0].operation}' }`;
  const more = length > MOST_NAMED ? [`  … and ${length - MOST_NAMED} more`] : [];
  return [headline, ...lines, ...more, `A test that means it says so: world.expectFindings(${example})`].join('\n');
}
