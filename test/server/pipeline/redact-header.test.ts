// Redaction of headers: by their names, and of secrets in other values.

import { expect, test } from 'vitest';
import { redactHeader } from '../../../src/server/pipeline/security/redact-header.ts';

const KEYS: ReadonlySet<string> = new Set(['x-tenant']);
const shown = (name: string, value: string) => redactHeader(name, value, KEYS);

test.each(
  'Authorization Proxy-Authorization Cookie Set-Cookie X-Session-Id X-Sessionid X-Auth-User X-AuthToken Api-Key X-Apikey X-Goog-Api-Key Ocp-Apim-Subscription-Key X-Functions-Key X-Amz-Security-Token X-Vault-Token X-CSRF-Token X-Hub-Signature-256 Stripe-Signature Signature X-Client-Secret X-My-Key grpc-token-bin X-Tenant Private-Token X-Password X-Access-Key Sec-Session-Registration'.split(
    ' ',
  ),
)('the value of %s is redacted', (name) => {
  expect(shown(name, 'some-value')).toBe('[redacted]');
  expect(shown(name.toLowerCase(), 'some-value')).toBe('[redacted]');
  expect(shown(name, '')).toBe('');
});

test.each(
  'Content-Type Accept Author X-Author X-Authority WWW-Authenticate Proxy-Authenticate Idempotency-Key X-Idempotency-Key Sec-WebSocket-Key Sec-WebSocket-Accept Surrogate-Key Cache-Key Signature-Input X-RateLimit-Remaining-Tokens X-Rate-Limit-Tokens X-Next-Page-Token X-Continuation-Token X-Token-Type X-Token-Expires X-Request-Id ETag If-Match X-Keyword X-Monkey X-Total-Count Access-Control-Allow-Headers Traceparent Digest'.split(
    ' ',
  ),
)('the value of %s is unchanged', (name) => expect(shown(name, '3f2504e0-4f89-41d3')).toBe('3f2504e0-4f89-41d3'));

test.each([
  ['Location', 'https://app/cb?code=abc1#access_token=q', 'https://app/cb?code=[redacted]#access_token=[redacted]'],
  ['Location', 'https://ada:hush@example.com/x?a=1', 'https://ada:[redacted]@example.com/x?a=1'],
  ['Location', '/countries?code=CH', '/countries?code=CH'],
  ['Location', '/pets/3f2504e0-4f89-41d3-9a0c-0305e82c3301', '/pets/3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ['Link', '<https://a/x?page=2&sig=abc>; rel="next"', '<https://a/x?page=2&sig=[redacted]>; rel="next"'],
  ['Referer', 'https://a/x?api_key=abc&b=1', 'https://a/x?api_key=[redacted]&b=1'],
  ['Refresh', '5; url=/x?code=abc12345', '5; url=/x?code=[redacted]'],
  ['X-Original-URL', '/x?token=abc&b=1', '/x?token=[redacted]&b=1'],
  ['Sec-WebSocket-Protocol', 'graphql-ws, bearer', 'graphql-ws, bearer'],
  ['Sec-WebSocket-Protocol', 'v1, 0a1b2c3d4e5f6g7h8i9j0k', 'v1, [redacted]'],
  ['X-Forwarded', 'Bearer ab12cd34ef', 'Bearer [redacted]'],
])('%s: %s is shown as %s', (name, value, expected) => expect(shown(name, value)).toBe(expected));
