// SARIF 2.1.0 (OASIS): what code scanning of GitHub, GitLab, Azure DevOps and editors read.

import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What is looked for, as code scanning shows it beside a result. */
export interface SarifRule {
  readonly id: string;
  /** One sentence. */
  readonly short: string;
  /** All that is to be said of it. */
  readonly full: string;
}

export interface SarifResult {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** As people here know the file: a path, relative to this folder or not, or a URL. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** What makes it the same result in the next run: nothing that changes with lines, times or chance. */
  readonly identity: readonly string[];
  /** What it is about in words of its document: the name of an operation. Default: nothing. */
  readonly about?: { readonly name: string; readonly full: string } | undefined;
  /** Other properties of a result that SARIF knows, such as `webRequest`. Default: none. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

export interface SarifRun {
  /** The command that has found it, such as `verify`. */
  readonly command: string;
  readonly version: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  /** What happened, and is no result. Default: nothing. */
  readonly notes?: readonly { readonly level: 'warning' | 'note'; readonly message: string }[];
  /** Whether it came to its end. Default true. */
  readonly isWhole?: boolean;
}

/** A log with one run: code scanning takes no second one of the same tool. @param root - the folder that paths are told from. Default: that of a workflow, else this one */
export function sarifLog(
  { command, version, rules, results, notes = [], isWhole = true }: SarifRun,
  root: string = repositoryRoot(),
): object {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: `understudy ${command}`,
            version,
            semanticVersion: version,
            rules: rules.map(({ id, short, full }) => ({
              id,
              name: id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
              shortDescription: { text: short },
              fullDescription: { text: full },
              help: { text: full, markdown: full },
            })),
          },
        },
        automationDetails: { id: `understudy-${command}/` },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: isWhole,
            toolExecutionNotifications: [...notes, ...beyond(results.length)].map(({ level, message }) => ({
              level,
              message: { text: message },
            })),
          },
        ],
        results: results.slice(0, MOST).map(({ rule, level, message, file, line, column, identity, about, more }) => ({
          ruleId: rule,
          ruleIndex: indexes.get(rule) ?? -1,
          level,
          message: { text: message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: artifactLocation(file, root),
                region: { startLine: line, startColumn: column },
              },
              ...(about && { logicalLocations: [{ name: about.name, fullyQualifiedName: about.full }] }),
            },
          ],
          partialFingerprints: { 'understudy/v1': fingerprint(rule, ...identity) },
          ...more,
        })),
      },
    ],
  };
}

/** How many results are told: code scanning of GitHub shows no more. */
const MOST = 5000;

/** The same text for the same things. */
export function fingerprint(...things: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(things)).digest('hex').slice(0, 32);
}

function beyond(count: number): NonNullable<SarifRun['notes']> {
  return count > MOST ? [{ level: 'warning', message: `${count - MOST} more findings are not shown.` }] : [];
}

/** Where something stands, if that is in the repository: what is not has no lines there. */
export function placeInRepository<Place extends { readonly file: string }>({ file, ...at }: Place): Partial<Place> {
  const path = pathFrom(repositoryRoot(), file);
  return isAbsolute(path) || /^\w{2,}:\/\//.test(path) ? {} : ({ ...at, file: path } as Partial<Place>);
}

/** The folder that paths in reports are told from: that of the repository in a workflow of GitHub, if this one is in it; else this one. */
export function repositoryRoot(): string {
  const { GITHUB_WORKSPACE: root } = process.env;
  const here = process.cwd();
  return root && (here === root || here.startsWith(root + sep)) ? root : here;
}

/** A file as it is called from a folder; one that is not below it by its whole path, one on a host by its URL. */
export function pathFrom(root: string, file: string): string {
  if (/^\w{2,}:\/\//.test(file)) return file;
  const path = relative(root, resolve(file));
  return path.startsWith('..') || isAbsolute(path) ? resolve(file) : path.split(sep).join('/');
}

function artifactLocation(file: string, root: string): { readonly uri: string; readonly uriBaseId?: string } {
  const path = pathFrom(root, file);
  if (/^\w{2,}:\/\//.test(path)) return { uri: URL.canParse(path) ? new URL(path).href : encodeURI(path) };
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
