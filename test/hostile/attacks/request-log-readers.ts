// Exchanges of the maximum recorded size in the maximum number of sandboxes, and many concurrent readers.

import type { Attack } from '../attack.ts';

const SANDBOXES = 100;
/** The limit of one sandbox, and the number in each of the others. */
const [EXCHANGES, ELSEWHERE] = [1000, { short: 200, full: 9000 }];
const READERS = 20;
/** Number of concurrent clients. */
const TOGETHER = 10;

/** The maximum size of a recorded body. */
const BODY = `{"query":{"limit":1}}${' '.repeat(16_000)}`;

export const journalReaders: Attack = {
  title: `${READERS} concurrent readers of the request log, after long exchanges in ${SANDBOXES} sandboxes`,
  async run({ url }, size) {
    let sent = 0;
    const send = async () => {
      while (sent < EXCHANGES + ELSEWHERE[size]) {
        const sandbox = sent < EXCHANGES ? 0 : sent % SANDBOXES;
        sent += 1;
        const headers = {
          authorization: 'Bearer token-owner',
          'content-type': 'application/json',
          'x-understudy-sandbox': `world-${sandbox}`,
        };
        await (await fetch(`${url}/management/v1/projects/_search`, { method: 'POST', headers, body: BODY })).text();
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, send));
    const read = await Promise.all(Array.from({ length: READERS }, () => readAll(url, 'world-0')));
    return sent + read.reduce((sum, pages) => sum + pages, 0);
  },
};

interface Page {
  readonly exchanges: readonly unknown[];
  readonly before?: number;
}

/** Reads all exchanges, in pages if there are any. Returns their number. */
async function readAll(url: string, sandbox: string): Promise<number> {
  const headers = { 'x-understudy-sandbox': sandbox };
  let pages = 0;
  for (let path: string | undefined = '/_understudy/requests'; path; pages += 1) {
    const { exchanges, before } = (await (await fetch(url + path, { headers })).json()) as Page;
    if (exchanges.length === 0) throw new Error(`the sandbox ${sandbox} has lost its exchanges`);
    path = before === undefined ? undefined : `/_understudy/requests?before=${before}`;
  }
  return pages;
}
