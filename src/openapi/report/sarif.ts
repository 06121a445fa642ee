// SARIF 2.1.0 (OASIS), the format of code scanning and editors.

import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A rule as code scanning shows it next to a result. */
interface SarifRule {
  readonly id: string;
  /** One sentence. */
  readonly short: string;
  /** The full description. */
  readonly full: string;
}

export interface SarifResult {
  readonly rule: string;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
  /** A path, absolute or relative to the current folder, or a URL. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** The stable identity across runs: no lines, times or random values. */
  readonly identity: readonly string[];
  /** The logical location, such as an operation. Default: none. */
  readonly about?: { readonly name: string; readonly full: string } | undefined;
  /** Other SARIF result properties, such as `webRequest`. Default: none. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

/** A notification that is not a result. */
export interface SarifNote {
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
}

interface SarifRun {
  /** The command, such as `verify`. */
  readonly command: string;
  readonly version: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  /** Notifications that are not results. Default: none. */
  readonly notes?: readonly SarifNote[];
  /** Whether the run was completed. Default: true. */
  readonly isComplete?: boolean;
}

/**
 * A log with one run: code scanning accepts one per tool.
 *
 * @param root - base folder of paths. Default: the repository, else the current folder
 */
export function sarifLog(
  { command, version, rules, results, notes = [], isComplete: isWhole = true }: SarifRun,
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
            toolExecutionNotifications: [...notes, ...omittedNote(results.length)].map(({ level, message }) => ({
              level,
              message: { text: message },
            })),
          },
        ],
        results: results
          .slice(0, MAX_RESULTS)
          .map(({ rule, level, message, file, line, column, identity, about, more }) => ({
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

/** Maximum results: GitHub code scanning shows no more. */
const MAX_RESULTS = 5000;

/** A hash of some texts. */
export function fingerprint(...values: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);
}

function omittedNote(count: number): NonNullable<SarifRun['notes']> {
  return count > MAX_RESULTS
    ? [{ level: 'warning', message: `${count - MAX_RESULTS} more findings are not shown.` }]
    : [];
}

/** A location with a path relative to the repository; empty for files outside of it. */
export function repositoryLocation<Place extends { readonly file: string }>({ file, ...at }: Place): Partial<Place> {
  const path = relativePathFrom(repositoryRoot(), file);
  return isAbsolute(path) || /^\w{2,}:\/\//.test(path) ? {} : ({ ...at, file: path } as Partial<Place>);
}

/**
 * The base folder of paths in reports: the workspace of a GitHub workflow that contains the current folder, else the
 * current folder.
 */
function repositoryRoot(): string {
  const { GITHUB_WORKSPACE: root } = process.env;
  const current = process.cwd();
  return root && (current === root || current.startsWith(root + sep)) ? root : current;
}

/** A path relative to a folder; absolute if it is outside, unchanged for URLs. */
function relativePathFrom(root: string, file: string): string {
  if (/^\w{2,}:\/\//.test(file)) return file;
  const path = relative(root, resolve(file));
  return path.startsWith('..') || isAbsolute(path) ? resolve(file) : path.split(sep).join('/');
}

function artifactLocation(file: string, root: string): { readonly uri: string; readonly uriBaseId?: string } {
  const path = relativePathFrom(root, file);
  if (/^\w{2,}:\/\//.test(path)) return { uri: URL.canParse(path) ? new URL(path).href : encodeURI(path) };
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
