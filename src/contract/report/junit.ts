// What came of it as JUnit XML, which CI systems show: a test for each operation.

import type { Credentials } from '../credentials.ts';
import type { Found, OperationVerdict, Verdict } from '../verdict.ts';
import { curlOf, redacted } from './curl.ts';

export function junitReport(
  { title, url, duration, operations }: Verdict,
  { credentials, base }: { readonly credentials: Credentials; readonly base: string },
): string {
  const failures = operations.filter(({ outcome }) => outcome === 'broken').length;
  const skipped = operations.filter(({ outcome }) => outcome === 'not reached').length;
  const cases = operations.map((one) => testCase(one, title, (found) => told(found, url + base, credentials)));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(title)}" tests="${operations.length}" failures="${failures}" skipped="${skipped}" time="${(duration / 1000).toFixed(3)}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

function testCase(
  { operation, outcome, reason, found }: OperationVerdict,
  title: string,
  told: (one: Found) => string,
): string {
  const findings = found.filter(({ severity }) => severity === 'finding');
  const inside = [
    ...findings.map(
      (one) => `    <failure type="${one.check}" message="${escaped(one.message)}">${escaped(told(one))}</failure>`,
    ),
    ...(outcome === 'not reached' ? [`    <skipped message="${escaped(reason ?? '')}"/>`] : []),
  ];
  const name = `  <testcase name="${escaped(operation.id)}" classname="${escaped(title)}"`;
  return inside.length === 0 ? `${name}/>` : `${name}>\n${inside.join('\n')}\n  </testcase>`;
}

function told({ exchange, pointer, count }: Found, url: string, credentials: Credentials): string {
  const { answer, call } = exchange;
  const body = Buffer.from(answer.body).toString().slice(0, 1000);
  const text = `${count} times, in the document: ${pointer}\n${curlOf(call, url, credentials)}\nanswered with ${answer.status}: ${body}`;
  return redacted(text, credentials);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text for XML 1.0, which has no place for most control characters. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
