// Secrets in the exchanges that a journal shows and exports.

import { expect, test } from 'vitest';
import { inferred } from '../support/inferred.ts';

const PATHS = `
paths:
  /accounts:
    post:
      operationId: addAccount
      parameters: [{ name: hint, in: query, schema: { type: string, format: password } }]
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }
      responses: { '201': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } } }
  /notes:
    post:
      operationId: addNote
      requestBody: { content: { application/json: { schema: { type: object, properties: { iban: { type: string }, token: { type: string } } } } } }
      responses: { '201': { description: Made. } }
components:
  schemas:
    Account:
      type: object
      properties:
        id: { type: string }
        name: { type: string }
        iban: { $ref: '#/components/schemas/Iban' }
        keeper: { allOf: [{ type: object, properties: { phrase: { type: string, writeOnly: true }, of: { $ref: '#/components/schemas/Account' } } }] }
    Iban: { type: string, format: password }
`;

test('secrets are left out: what the document calls one in that operation, and what is called like one', async () => {
  const ask = await inferred(PATHS);
  const body = {
    name: 'Ada',
    iban: 'DE-hush-1',
    keeper: { phrase: 'hush-2', of: { iban: 'hush-3', name: 'Max' } },
    password: 'hush-4',
  };
  await ask('POST', '/accounts?hint=hush-5&access_token=hush-6&page=2', body);
  await ask('POST', '/notes', { iban: 'shown', token: 'hush-7' });
  const { body: told } = await ask('GET', '/_understudy/exchanges');
  const [account, note] = told.exchanges;
  expect(account.target).toBe('/accounts?hint=[redacted]&access_token=[redacted]&page=2');
  expect(JSON.parse(account.requestBody)).toEqual({
    name: 'Ada',
    iban: '[redacted]',
    keeper: { phrase: '[redacted]', of: { iban: '[redacted]', name: 'Max' } },
    password: '[redacted]',
  });
  expect(note.requestBody).toBe('{"iban":"shown","token":"[redacted]"}');
  const found = await ask('POST', '/_understudy/exchanges/find', { match: { body: { name: 'Ada' } } });
  expect(found.body.count).toBe(1);
  const archive = await ask('GET', '/_understudy/exchanges/har');
  for (const all of [told, found.body, archive.body]) {
    expect(JSON.stringify(all)).toContain('Ada');
    expect(JSON.stringify(all)).not.toContain('hush');
  }
});
