// Somebody above may answer some paths himself, whatever the protocol, and the rest is answered as ever.

import { expect, test } from 'vitest';
import { answering, ask2, connect2 } from '../support/answering.ts';

test('what is put around the listener answers what it likes, over both protocols', async () => {
  let times = 0;
  const { url, requests } = await answering(undefined, {
    around: (handle) => {
      times += 1;
      return (request, response) => {
        if (request.url !== '/mine') return handle(request, response);
        response.end(`mine over ${request.httpVersion}`);
      };
    },
  });
  const session = await connect2(url);
  expect(await (await fetch(`${url}/mine`)).text()).toBe('mine over 1.1');
  expect(await (await fetch(`${url}/yours`)).text()).toBe('ok');
  expect((await ask2(session, { ':path': '/mine' })).body).toBe('mine over 2.0');
  expect((await ask2(session, { ':path': '/yours' })).body).toBe('ok');
  expect(requests.map(({ target }) => target)).toEqual(['/yours', '/yours']);
  expect(times).toBe(1);
});

test('an answer that HTTP cannot carry becomes a 500, and is told', async () => {
  const { url, thrown } = await answering(() => ({ status: 200, headers: { 'x-a': 'line\nbreak' }, body: '' }));
  const first = await fetch(url);
  expect([first.status, await first.json()]).toMatchObject([500, { code: 13 }]);
  const second = await ask2(await connect2(url), { ':path': '/' });
  expect([second.status, JSON.parse(second.body)]).toMatchObject([500, { code: 13 }]);
  expect(thrown).toHaveLength(2);
});
