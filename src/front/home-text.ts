// The first page as plain text, for people who ask with curl.

import { linesOf } from '../engine/document-report.ts';
import { printable } from '../engine/printable.ts';
import { CONTROL_LINKS, type HomeFound, sentence, UNSERVED } from './home.ts';
import { respondersSentence } from './responders-sentence.ts';
import type { ShownApi } from './shown-api.ts';
import { shortPath } from './shown-path.ts';
import { grpcLines, issuerAt, loginLines, table, tryLines } from './ways-in.ts';

/** Name, tokens, logins, a request that works, and where to look. */
export function homeText(apis: readonly ShownApi[], { base, issuer, failure }: HomeFound): string {
  const lines = [
    sentence(apis),
    ...(failure === undefined ? [] : ['', UNSERVED, '', ...failure.split('\n')]),
    ...apis.flatMap((api) => describe(api, base, issuerAt(base, issuer))),
    ...table([
      ...CONTROL_LINKS.map(({ label, path }) => [label, base + path] as const),
      ['Start over', `curl -X POST ${base}/_understudy/reset`],
    ]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** How many findings of a document are shown. */
const SHOWN = 5;

function describe({ title, version, document, paths, now }: ShownApi, base: string, issuer: string): string[] {
  const { introduction, services, applications, loginPath, responders } = now();
  const { callers = [] } = introduction ?? {};
  return [
    '',
    `${title} ${version}`,
    '',
    ...(responders ? [respondersSentence(responders), ''] : []),
    ...table([
      ['API reference', base + paths.reference],
      ['OpenAPI document', base + paths.json],
      ['', base + paths.yaml],
    ]),
    '',
    ...(document.source.findings.length === 0
      ? []
      : [
          'What is wrong with the document:',
          '',
          ...linesOf(document.source.findings, SHOWN, shortPath).map((line) => `  ${line}`),
          '',
        ]),
    ...(callers.length === 0
      ? []
      : ['Bearer tokens:', '', ...table(callers.map(({ token, who }) => [token, who])), '']),
    ...loginLines(applications, issuer + loginPath),
    ...grpcLines(services, base),
    ...tryLines(introduction, base),
  ];
}
