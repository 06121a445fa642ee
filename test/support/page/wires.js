// The transports for calls of a page.

import { createConnectTransport } from '@connectrpc/connect-web';
import { createClientTransport } from '@zitadel/client/web';

const TOKEN = 'token-owner';

/** By name: the transport, and how it sends a deadline. */
export const WIRES = {
  'grpc-web': { transport: (options) => createClientTransport(TOKEN, options), late: { 'grpc-timeout': '0m' } },
  'grpc-web-json': {
    transport: (options) => createClientTransport(TOKEN, { ...options, useBinaryFormat: false }),
    late: { 'grpc-timeout': '0m' },
  },
  'grpc-web-text': {
    transport: (options) => createClientTransport(TOKEN, { ...options, fetch: inText(options.fetch) }),
    late: { 'grpc-timeout': '0m' },
  },
  'connect-json': {
    transport: (options) => createConnectTransport({ ...options, interceptors: [authorized, ...options.interceptors] }),
    late: { 'connect-timeout-ms': '0' },
  },
};

const authorized = (next) => (request) => {
  if (!request.header.has('authorization')) request.header.set('authorization', `Bearer ${TOKEN}`);
  return next(request);
};

/** Sends and reads base64 for a client that only supports bytes. */
function inText(send) {
  const type = (text) => `application/grpc-web${text}+proto`;
  return async (url, init) => {
    const headers = new Headers(init.headers);
    headers.set('content-type', type('-text'));
    const response = await send(url, { ...init, headers, body: toBase64(init.body) });
    if (response.headers.get('content-type') !== type('-text')) return response;
    const { status } = response;
    return new Response(fromBase64(await response.text()), { status, headers: { 'content-type': type('') } });
  };
}

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
