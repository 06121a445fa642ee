// The headers of W3C Trace Context: which are valid, and what is passed on.

import { expect, test } from 'vitest';
import { readTraceContext } from '../../../src/server/pipeline/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${SPAN}-01`;
const members = (count: number) => Array.from({ length: count }, (_, index) => `v${index}=1`).join(',');

test.each<[string, string, { isSampled: boolean }]>([
  ['sampled', VALID, { isSampled: true }],
  ['not sampled', `00-${TRACE}-${SPAN}-00`, { isSampled: false }],
  ['with flags of a later level', `00-${TRACE}-${SPAN}-03`, { isSampled: true }],
  ['with a flag that is not the sampled one', `00-${TRACE}-${SPAN}-08`, { isSampled: false }],
  ['of a later version', `cc-${TRACE}-${SPAN}-01`, { isSampled: true }],
  ['of a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-the-future-has`, { isSampled: true }],
])('a traceparent %s is passed on unchanged', (_, traceparent, { isSampled }) => {
  expect(readTraceContext({ traceparent })).toEqual({
    traceId: TRACE,
    spanId: SPAN,
    isSampled,
    headers: { traceparent },
  });
});

test.each<[string, string]>([
  ['empty', ''],
  ['of version ff', `ff-${TRACE}-${SPAN}-01`],
  ['without a version', `-${TRACE}-${SPAN}-01`],
  ['in upper case', VALID.toUpperCase()],
  ['with a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['with a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['with a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['with another digit', `00-${TRACE.replace('4', 'g')}-${SPAN}-01`],
  ['with more fields than version 00 has', `${VALID}-00`],
  ['of a later version with a longer flag', `cc-${TRACE}-${SPAN}-011`],
  ['cut', VALID.slice(0, -1)],
  ['sent twice', `${VALID}, ${VALID}`],
  ['endless', `cc-${TRACE}-${SPAN}-01-${'x'.repeat(10_000)}`],
])('a traceparent that is %s is ignored, with its tracestate', (_, traceparent) => {
  expect(readTraceContext({ traceparent, tracestate: 'a=1' })).toBeUndefined();
});

test('a tracestate alone is ignored', () => {
  expect(readTraceContext({ tracestate: 'a=1' })).toBeUndefined();
});

test.each<[string, string]>([
  ['of one member', 'rojo=00f067aa0ba902b7'],
  ['of two header fields with empty members', 'rojo=1, ,\tcongo=t61rcWkgMzE'],
  ['with a value that begins with a space', 'rojo= 1'],
  ['with keys of several tenants', '1a-2@v_3*/=1'],
  ['of 32 members', members(32)],
])('a tracestate %s is passed on unchanged', (_, tracestate) => {
  expect(readTraceContext({ traceparent: VALID, tracestate })?.headers).toEqual({ traceparent: VALID, tracestate });
});

test.each<[string, string]>([
  ['empty', ' , '],
  ['of 33 members', members(33)],
  ['without a value', 'rojo'],
  ['with an empty value', 'rojo='],
  ['with a second equals sign', 'rojo=1=2'],
  ['with a key in upper case', 'Rojo=1'],
  ['with a space in a key', 'ro jo=1'],
  ['with a letter that is not ASCII', 'rojo=ä'],
  ['with a key twice', 'rojo=1,congo=2,rojo=3'],
  ['with a key of 257 characters', `${'k'.repeat(257)}=1`],
  ['with a value of 257 characters', `k=${'1'.repeat(257)}`],
])('a tracestate that is %s is ignored, and the traceparent is not', (_, tracestate) => {
  expect(readTraceContext({ traceparent: VALID, tracestate })?.headers).toEqual({ traceparent: VALID });
});
