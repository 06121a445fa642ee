// Responses that run no script in a browser, by their media type.

import { describe, expect, test } from 'vitest';
import { canRunScript, withoutScript } from '../../../src/server/pipeline/browser-safety.ts';

const NOSNIFF = { 'x-content-type-options': 'nosniff' };

test.each([
  'text/html',
  'text/html; charset=utf-8',
  'TEXT/HTML',
  ' text/html\t;charset=utf-8',
  'text/plain, text/html',
  'text/html;charset=utf-8, application/json;x="',
  'application/xhtml+xml',
  'application/xml',
  'text/xml',
  'text/xsl',
  'application/xslt+xml',
  'application/vnd.acme.order+xml; v=2',
  'image/svg+xml',
  'application/javascript',
  'text/javascript',
  'application/x-javascript',
  'text/ecmascript',
  'text/jscript',
  'multipart/x-mixed-replace; boundary=a',
  'multipart/related',
  // Browsers sniff the content of these.
  undefined,
  '',
  'html',
  '*/*',
  'text/*',
  'unknown/unknown',
  'application/unknown; a=b',
  'text/html"',
])('%s is run or opened as a document', (type) => {
  expect(canRunScript(type)).toBe(true);
});

test.each([
  'application/json',
  'application/problem+json; charset=utf-8',
  'application/json, text/plain',
  'text/plain; note=text/html',
  'text/plain; charset=utf-8',
  'text/event-stream',
  'text/csv',
  'image/png',
  'application/pdf',
  'application/octet-stream',
  'application/x-ndjson',
  'application/grpc-web+proto',
])('%s is not run', (type) => {
  expect(canRunScript(type)).toBe(false);
});

describe('a response', () => {
  test('that runs no script has its headers, and gets nosniff', () => {
    const response = { status: 200, headers: { 'content-type': 'application/json', vary: 'Accept' }, body: '{}' };
    expect(withoutScript(response)).toEqual({ ...response, headers: { ...response.headers, ...NOSNIFF } });
  });

  test('without a body needs no CSP sandbox', () => {
    expect(withoutScript({ status: 204, headers: {}, body: '' }).headers).toEqual(NOSNIFF);
  });

  test('with another value for nosniff loses it', () => {
    const headers = { 'content-type': 'text/plain', 'x-content-type-options': 'sniff' };
    expect(withoutScript({ status: 200, headers, body: 'a' }).headers).toMatchObject(NOSNIFF);
  });

  test('has the CSP sandbox in addition to its own policy, unless that is one of ours', () => {
    const headers = { 'content-type': 'text/html', 'content-security-policy': "script-src 'unsafe-inline'" };
    const response = { status: 200, headers, body: '<p>' };
    expect(withoutScript(response).headers).toMatchObject({
      'content-security-policy': "script-src 'unsafe-inline', sandbox",
    });
    expect(withoutScript(response, true).headers).toEqual({ ...headers, ...NOSNIFF });
  });

  test('of ours without a policy has the CSP sandbox', () => {
    const response = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>' };
    expect(withoutScript(response, true).headers).toMatchObject({ 'content-security-policy': 'sandbox' });
  });
});
