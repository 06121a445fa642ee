// The overview as plain text, for curl.

import { shortPath } from '../../../openapi/report/shown-path.ts';
import { printable } from '../../../schema/printable.ts';
import { formatFindings } from '../../pipeline/api/document-report.ts';
import { grpcLines, issuerAt, loginLines, table, tryLines } from '../login-instructions.ts';
import type { ShownApi } from '../page-data.ts';
import { CONTROL_LINKS, type HomeFound, headline, RELOAD_FAILED } from './home.ts';
import { respondersSentence } from './responders-sentence.ts';

/** Title, tokens, logins, first commands and links. */
export function homeText(apis: readonly ShownApi[], { base, pages, issuer, failure }: HomeFound): string {
  const lines = [
    headline(apis),
    ...(failure === undefined ? [] : ['', RELOAD_FAILED, '', ...failure.split('\n')]),
    ...apis.flatMap((api) => describe(api, { base, pages, issuer: issuerAt(base, issuer) })),
    ...table([
      ...CONTROL_LINKS.map(({ label, path }) => [label, pages + path] as const),
      ['Reset', `curl -X POST ${base}/_understudy/reset`],
    ]),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

/** How many findings of a document are listed. */
const SHOWN = 5;

function describe(
  { title, version, document, paths, now }: ShownApi,
  { base, pages, issuer }: { readonly base: string; readonly pages: string; readonly issuer: string },
): string[] {
  const { introduction, services, applications, loginPath, responders } = now();
  const { callers = [] } = introduction ?? {};
  return [
    '',
    `${title} ${version}`,
    '',
    ...(responders ? [respondersSentence(responders), ''] : []),
    ...table([
      ['API reference', pages + paths.reference],
      ['OpenAPI document', pages + paths.json],
      ['', pages + paths.yaml],
    ]),
    '',
    ...(document.source.findings.length === 0
      ? []
      : [
          'Problems in the document:',
          '',
          ...formatFindings(document.source.findings, {
            maxLines: SHOWN,
            formatFile: shortPath,
            documents: [document.source.path],
          }).map((line) => `  ${line}`),
          '',
        ]),
    ...(callers.length === 0 ? [] : ['Test tokens:', '', ...table(callers.map(({ token, who }) => [token, who])), '']),
    ...loginLines(applications, issuer + loginPath),
    ...grpcLines(services, base),
    ...tryLines(introduction, base),
  ];
}
