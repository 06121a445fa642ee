// The lines that a server prints when it starts: at most 12 and ten problems.

import type { MockServer } from '../../app/mock-server.ts';
import { shortPath } from '../../openapi/report/shown-path.ts';
import { printable } from '../../schema/printable.ts';
import { curlCommand } from '../../server/pages/curl-command.ts';
import { hostOf, issuerAt } from '../../server/pages/login-instructions.ts';
import { respondersSentence } from '../../server/pages/overview/responders-sentence.ts';
import { INSPECTOR } from '../../server/pages/page-paths.ts';
import { type DocumentReport, formatFindings } from '../../server/pipeline/api/document-report.ts';
import { countedNoun } from '../counted-noun.ts';

type Introduced = ReturnType<MockServer['introductions']>[number];

interface Started {
  /** The URL of the server. */
  readonly url: string;
  /** The issuer URL in tokens, if it differs. */
  readonly issuer: string | undefined;
  /** The documents of the APIs, in the same order. */
  readonly documents: readonly DocumentReport[];
  /** Sentences for the end: warnings, why these APIs are served, where state is stored. */
  readonly notes: readonly string[];
}

/** Above this number of lines, blank lines are omitted. */
const MAX_LINES = 12;
/** Separates the options of a command until it is split. */
const SEPARATOR = '\0';
/** The maximum width of a command, in columns. */
const WIDTH = 99;
/** The maximum number of lines below the first of a command. */
const MAX_OPTIONS = 5;
/** The maximum number of listed findings. */
const MAX_FINDINGS = 10;
/** The maximum length of a finding, in characters. */
const MAX_LENGTH = 200;
/** The maximum number of listed APIs. */
const MAX_LISTED = 5;

export function greeting(introduced: readonly Introduced[], { url, issuer, documents, notes }: Started): string {
  const lines = [
    ...apiLines(introduced, documents, url),
    ...findingLines(documents, url),
    ...exampleLines(introduced, url),
    ...introduced.flatMap((one) => accessLines(one, url, issuerAt(url, issuer))),
    `Overview: ${url}/  Inspector: ${url}${INSPECTOR}`,
    ...notes,
  ].map(printable);
  const shown = lines.length > MAX_LINES ? lines.filter((line) => line !== '') : lines;
  return `${shown.join('\n')} Stop with Ctrl-C.\n`;
}

/** The served APIs: names, versions, numbers of operations. */
function apiLines(introduced: readonly Introduced[], documents: readonly DocumentReport[], url: string): string[] {
  const apis = introduced.map(({ title, responders }, index) => {
    const { version = '', operations = 0 } = documents[index] ?? {};
    return {
      name: `${title} ${version}`.trimEnd(),
      counts: responders ? respondersSentence(responders) : countedNoun(operations, 'operation'),
    };
  });
  const [first] = apis;
  if (first && apis.length === 1) return [`Mocking ${first.name} at ${url}`, first.counts];
  const more = apis.length - MAX_LISTED;
  return [
    `Mocking ${apis.length} APIs at ${url}`,
    ...apis.slice(0, MAX_LISTED).map(({ name, counts }) => `  ${name}: ${counts}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ];
}

/** The number of problems in the documents, the URL of the list, and the worst ones. */
export function findingLines(reports: readonly DocumentReport[], url: string): string[] {
  const findings = reports.flatMap((report) => report.findings);
  if (findings.length === 0) return [];
  const unenforced = findings.filter(({ rule }) => rule === 'not-enforced').length;
  const problems = findings.length - unenforced;
  const where = reports.length === 1 ? 'the document' : 'the documents';
  const counts = [
    ...(problems > 0 ? [`${countedNoun(problems, 'problem')} in ${where}`] : []),
    ...(unenforced > 0 ? [`${countedNoun(unenforced, 'constraint')} not enforced`] : []),
  ];
  const documents = reports.flatMap((report) => (report.findings.length > 0 ? [report.file] : []));
  const lines = formatFindings(findings, { maxLines: MAX_FINDINGS, formatFile: shortPath, documents });
  return [`${counts.join(', ')}; details: ${url}/_understudy/documents`, ...lines.map((line) => `  ${cut(line)}`)];
}

/** The first example request that fits in one line, as a command; otherwise the first one that fits in several lines. */
function exampleLines(introduced: readonly Introduced[], url: string): string[] {
  const requests = introduced.flatMap(({ introduction }) =>
    introduction ? [introduction.example, introduction.after ?? []].flat() : [],
  );
  if (requests.length === 0) return [];
  const fitting = requests.map((request) => `  ${curlCommand(url, request)}`).find((line) => line.length <= WIDTH);
  if (fitting !== undefined) return ['', fitting, ''];
  // The text of a request may contain line breaks.
  const commands = requests.map((request) => {
    const parts = curlCommand(url, request, SEPARATOR).split(SEPARATOR);
    return parts.map((part, index) => `  ${index === 0 ? '' : '  '}${part}${parts[index + 1] ? ' \\' : ''}`);
  });
  const fits = ([, ...options]: readonly string[]) =>
    options.length <= MAX_OPTIONS && options.every(({ length }) => length <= WIDTH);
  const shown = commands.find(fits);
  return ['', ...(shown ?? commands.at(-1) ?? []), ''];
}

/** Lines for a test token, a login application, and gRPC, if the API has them. */
function accessLines(
  { introduction, applications, loginPath, services }: Introduced,
  url: string,
  issuer: string,
): string[] {
  const [caller, ...callers] = introduction?.callers ?? [];
  const application = applications.find(({ devMode }) => devMode) ?? applications[0];
  const more = (count: number) => (count > 0 ? `; ${count} more at ${url}/` : '');
  return [
    ...(caller ? [`Test token: ${caller.token} (${caller.who})${more(callers.length)}`] : []),
    ...(application
      ? [
          `Login (OpenID Connect): issuer ${issuer}${loginPath}, client ${application.id}${more(applications.length - 1)}`,
        ]
      : []),
    ...(services.length > 0 ? [`gRPC, gRPC-Web and Connect: ${hostOf(url)}, with server reflection`] : []),
  ];
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
