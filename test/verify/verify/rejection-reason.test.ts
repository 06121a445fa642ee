// The reason in an error response, in the shapes that servers use.

import { describe, expect, test } from 'vitest';
import { findRejectionReason } from '../../../src/verify/responses/rejection-reason.ts';

const reasonInBody = (body: Uint8Array, type = 'text/plain') =>
  findRejectionReason({
    response: { status: 400, headers: { 'content-type': type }, body },
    decoded: { type: undefined, value: undefined },
  });
const reasonIn = (value: unknown) => reasonInBody(Buffer.from(JSON.stringify(value)), 'application/json');
const reasonInText = (text: string, type = 'text/plain') => reasonInBody(Buffer.from(text), type);

describe('the text of a reason is found', () => {
  const TOO_LONG = 'name is too long';
  test.each<[shape: string, body: unknown, text: string]>([
    ['message', { message: TOO_LONG }, TOO_LONG],
    ['error text', { error: TOO_LONG }, TOO_LONG],
    ['error object', { error: { code: 400, message: TOO_LONG } }, TOO_LONG],
    ['JSON string', TOO_LONG, TOO_LONG],
    ['JSON:API', { errors: [{ status: '400', title: 'Invalid', detail: TOO_LONG }] }, TOO_LONG],
    ['list of objects', { errors: [{ message: TOO_LONG }] }, TOO_LONG],
    ['list of texts', { errors: [TOO_LONG] }, TOO_LONG],
    ['FastAPI', { detail: [{ loc: ['body', 'name'], msg: TOO_LONG, type: 'value_error' }] }, TOO_LONG],
    ['data', { data: { message: TOO_LONG } }, TOO_LONG],
    ['problem', { type: 'about:blank', title: 'Bad Request', status: 400, detail: TOO_LONG }, TOO_LONG],
    ['title only', { title: TOO_LONG }, TOO_LONG],
    ['OAuth', { error: 'invalid_request', error_description: TOO_LONG }, TOO_LONG],
    ['list under message', { statusCode: 400, message: [TOO_LONG], error: 'Bad Request' }, TOO_LONG],
    ['msg', { code: 3, msg: TOO_LONG }, TOO_LONG],
    ['capital letters', { Message: TOO_LONG }, TOO_LONG],
    ['reason', { reason: TOO_LONG }, TOO_LONG],
    ['top-level list', [{ message: TOO_LONG }], TOO_LONG],
    ['fault', { fault: { faultstring: TOO_LONG, detail: { errorcode: 'x' } } }, TOO_LONG],
    ['status object', { status: { code: 3, message: TOO_LONG } }, TOO_LONG],
    ['nested lists', { error: { errors: [{ domain: 'global', message: TOO_LONG }] } }, TOO_LONG],
    [
      'texts by property, with a title',
      { title: 'One or more errors occurred.', status: 400, errors: { Name: ['must be short'], Size: ['is odd'] } },
      'Name: must be short; Size: is odd',
    ],
    ['texts by property', { name: ['must be short'] }, 'name: must be short'],
    ['a text by property', { errors: { name: 'must be short' } }, 'name: must be short'],
    ['violations', { violations: [{ propertyPath: 'name', message: 'is bad' }] }, 'name: is bad'],
    ['zod', { error: { name: 'ZodError', issues: [{ path: ['name'], message: 'Invalid' }] } }, 'name: Invalid'],
    ['Spring', { status: 400, error: 'Bad Request', message: TOO_LONG, path: '/api/pets' }, TOO_LONG],
    ['an error name', { name: 'ValidationError', message: TOO_LONG }, TOO_LONG],
    ['errors under error', { error: 'Invalid', errors: [{ path: '/body/size', message: 'odd' }] }, '/body/size: odd'],
    ['description in details', { code: 3, details: [{ description: TOO_LONG }] }, TOO_LONG],
    ['list of texts at the top', [TOO_LONG], TOO_LONG],
    ['lines and tags', { message: 'a\n<b>b</b>\u001b[31m\tc' }, 'a b [31m c'],
  ])('%s', (_, body, text) => {
    expect(reasonIn(body).text).toBe(text);
  });

  test('without a known shape, it is the start of the body', () => {
    expect(reasonIn({ code: 17 }).text).toBe('{"code":17}');
    expect(reasonInText('no such plan\n').text).toBe('no such plan');
    const page =
      '<!DOCTYPE html><html><head><title>Error</title></head><body><pre>Cannot POST &quot;/a&quot;</pre></body>';
    expect(reasonInText(page, 'text/html')).toMatchObject({ text: 'Cannot POST "/a"', isMessage: false });
    expect(reasonInText('no such plan')).toMatchObject({ isMessage: true });
    expect(reasonInText(`${'long '.repeat(100)}`).text).toMatch(/^long .{190,194}…$/);
    expect(reasonInText('').text).toBe('');
    expect(reasonInBody(Uint8Array.of(0, 1, 255)).text).toBe('');
  });
});

describe('the rejected properties are found', () => {
  test.each<[body: unknown, properties: readonly string[]]>([
    [{ detail: [{ loc: ['body', 'owner', 'email'], msg: 'bad' }] }, ['body/owner/email']],
    [{ errors: [{ detail: 'bad', source: { pointer: '/data/attributes/name' } }] }, ['/data/attributes/name']],
    [{ errors: [{ detail: 'bad', source: { parameter: 'limit' } }] }, ['limit']],
    [{ error: { message: 'bad', param: 'name' } }, ['name']],
    [{ errors: { name: ['bad'], size: ['odd'] } }, ['name', 'size']],
    [{ 'invalid-params': [{ name: 'name', reason: 'bad' }], title: 'Invalid' }, ['name']],
    [{ message: 'bad', errors: [{ field: 'name', message: 'is bad' }] }, ['name']],
    [{ message: 'bad' }, []],
  ])('%j', (body, properties) => {
    expect(reasonIn(body).properties).toEqual(properties);
  });
});
