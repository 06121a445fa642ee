// Exchanges as long as they are kept, in as many sandboxes as there may be, and then many who read the same ones at once.

import type { Attack } from '../attack.ts';

const SANDBOXES = 100;
/** As many as one sandbox keeps, and so many more in the others. */
const [EXCHANGES, ELSEWHERE] = [1000, { short: 200, full: 9000 }];
const READERS = 20;
/** How many ask at the same time. */
const TOGETHER = 10;

/** As long as a body can be to be kept. */
const BODY = `{"query":{"limit":1}}${' '.repeat(16_000)}`;

export const journalReaders: Attack = {
  title: `${READERS} readers of the journal at once, after long exchanges in ${SANDBOXES} sandboxes`,
  async run({ url }, size) {
    let sent = 0;
    const send = async () => {
      while (sent < EXCHANGES + ELSEWHERE[size]) {
        const world = sent < EXCHANGES ? 0 : sent % SANDBOXES;
        sent += 1;
        const headers = {
          authorization: 'Bearer token-owner',
          'content-type': 'application/json',
          'x-understudy-sandbox': `world-${world}`,
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

/** Reads until nothing is left, in pages if there are any. Gives how many there were. */
async function readAll(url: string, sandbox: string): Promise<number> {
  const headers = { 'x-understudy-sandbox': sandbox };
  let pages = 0;
  for (let path: string | undefined = '/_understudy/requests'; path; pages += 1) {
    const { exchanges, before } = (await (await fetch(url + path, { headers })).json()) as Page;
    if (exchanges.length === 0) throw new Error(`the sandbox ${sandbox} has forgotten its exchanges`);
    path = before === undefined ? undefined : `/_understudy/requests?before=${before}`;
  }
  return pages;
}
