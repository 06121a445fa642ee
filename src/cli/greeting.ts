// What whoever starts a stand-in reads first: where it is, who may call, who logs people in, and a request that works.

import { type DocumentReport, linesOf } from '../engine/document-report.ts';
import { printable } from '../engine/printable.ts';
import { respondersSentence } from '../front/responders-sentence.ts';
import { shortPath } from '../front/shown-path.ts';
import { grpcLines, issuerAt, loginLines, table, tryLines } from '../front/ways-in.ts';
import type { MockServer } from '../stand-in.ts';

type Introduced = ReturnType<MockServer['introductions']>[number];

interface Started {
  /** Where it listens. */
  readonly url: string;
  /** The address that tokens name, if that is another one. */
  readonly issuer: string | undefined;
  /** Sentences for the end. */
  readonly remarks: readonly string[];
}

/** How many applications are named. */
const NAMED = 5;

/** How many findings of a document are shown. */
const SHOWN = 5;

/** What is wrong with documents, in short, and where all of it is. */
export function findingLines(reports: readonly DocumentReport[], url: string): string[] {
  return reports.flatMap(({ title, findings }) => {
    if (findings.length === 0) return [];
    const unenforced = findings.filter(({ rule }) => rule === 'not-enforced').length;
    const counts = [
      ...(findings.length > unenforced ? [counted(findings.length - unenforced, 'finding')] : []),
      ...(unenforced > 0
        ? [`${counted(unenforced, 'part')} that ${unenforced === 1 ? 'is' : 'are'} not enforced`]
        : []),
    ];
    return [
      `The document of ${title} has ${counts.join(' and ')}, ${findings.length === 1 ? 'told' : 'all of them'} at ${url}/_understudy/documents:`,
      '',
      ...linesOf(findings, SHOWN, shortPath).map((line) => `  ${line}`),
      '',
    ];
  });
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

export function greeting(introduced: readonly Introduced[], { url, issuer, remarks }: Started): string {
  const lines = introduced.flatMap(({ title, responders, introduction, applications, loginPath, services }) => {
    const { callers = [] } = introduction ?? {};
    return [
      `Understudy stands in for the ${title} at ${url}`,
      ...(responders ? [respondersSentence(responders)] : []),
      '',
      ...(callers.length === 0
        ? []
        : ['Bearer tokens:', '', ...table(callers.map(({ token, who }) => [token, who])), '']),
      ...logins(applications, url, issuerAt(url, issuer) + loginPath),
      ...grpcLines(services, url),
      ...tryLines(introduction, url),
    ];
  });
  return `${[...lines, ...remarks].map(printable).join('\n')} Stop with Ctrl-C.\n`;
}

/** Those for this machine, if there are any: the others wait for a server of their own. */
function logins(applications: Introduced['applications'], url: string, issuer: string): string[] {
  const local = applications.filter(({ devMode }) => devMode);
  const named = (local.length === 0 ? applications : local).slice(0, NAMED);
  const lines = loginLines(named, issuer);
  const unnamed = applications.length - named.length;
  const more = `  ${unnamed} more ${unnamed === 1 ? 'is' : 'are'} listed at ${url}/`;
  return unnamed === 0 ? lines : [...lines.slice(0, -1), more, ''];
}
