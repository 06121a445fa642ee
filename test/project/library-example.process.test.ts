// The library example: an overlay corrects a document with missing details.

import { expect, test } from 'vitest';
import { serveExample } from '../support/example.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a signature is unique, and a loan is found by the barcode of its slip', async () => {
  const { url } = await serveExample('library', await temporaryFolder());
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.status;
  };
  expect(await post('/books', { title: 'Sonnets', signature: 'PR-28' })).toBe(201);
  expect(await post('/books', { title: 'More sonnets', signature: 'PR-28' })).toBe(409);
  const loan = { slip: { barcode: '4006' }, book: 1 };
  expect(await post('/loans', loan)).toBe(201);
  expect(await (await fetch(`${url}/loans/4006`)).json()).toEqual(loan);
});
