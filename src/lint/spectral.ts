// Applies Spectral rulesets to documents, without network access. The only door to Spectral. Its libraries are used
// rather than its command line, which fetches every reference with a host, and reads file names as patterns. They are
// resolved from the package of the command line, whose dependencies they are.

import fs from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isSea } from 'node:sea';
import { pathToFileURL } from 'node:url';
import type { DocumentFiles } from '../openapi/read/document-files.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { UsageError } from '../schema/usage-error.ts';
import type { LintFinding, Severity } from './finding.ts';
import {
  type Diagnostic,
  type RuleObserver,
  type SourceRange,
  type SpectralRule,
  unwatched,
  watchRules,
} from './rule-calls.ts';

/** A ruleset, ready to judge documents. */
export interface Spectral {
  /** @param watch observes rules. Default: nothing does */
  judge(files: DocumentFiles, watch?: RuleObserver): Promise<readonly LintFinding[]>;
}

/** The used parts of Spectral, in its own terms. */
type SpectralDocument = object;
interface Ruleset {
  readonly definition: object;
  readonly source: string | null;
  readonly rules: Readonly<Record<string, SpectralRule>>;
  /** With the overrides for one document. */
  fromSource(path: string): Ruleset;
}
interface Io {
  readonly fs: typeof fs;
  readonly fetch: (url: unknown) => Promise<never>;
}
interface Libraries {
  readonly Spectral: new (options: {
    readonly resolver: object;
  }) => { setRuleset(ruleset: Ruleset): void; run(document: SpectralDocument): Promise<readonly Diagnostic[]> };
  readonly Ruleset: new (
    definition: object,
    context: { readonly severity: 'recommended'; readonly source: string | null },
  ) => Ruleset;
  readonly Document: new (text: string, parser: object, source: string) => SpectralDocument;
  readonly Yaml: object;
  readonly Resolver: new (options: { readonly resolvers: object }) => object;
  readonly bundleAndLoadRuleset: (path: string, io: Io, plugins: readonly object[]) => Promise<Ruleset>;
  readonly isBasicRuleset: (path: string) => Promise<boolean>;
  readonly migrateRuleset: (path: string, io: Io & { readonly format: 'esm' }) => Promise<string>;
  readonly stdin: (source: string, name: string) => object;
}

const SEVERITIES: readonly Severity[] = ['error', 'warn', 'info', 'hint'];

/**
 * Reads a ruleset.
 *
 * @param from the file from which Spectral's packages are resolved; default: this one
 * @throws UsageError if Spectral is not installed, or the ruleset cannot be used
 */
export async function openSpectral(ruleset: string, from: string | URL = import.meta.url): Promise<Spectral> {
  const libraries = load(from);
  const { Spectral, Ruleset, Document, Yaml, Resolver } = libraries;
  const { definition, source } = await loadRuleset(libraries, ruleset);
  return {
    async judge(files, watch = unwatched) {
      const path = files.displayName(files.root);
      const reader = readerOf(files);
      const resolver = new Resolver({ resolvers: { file: reader, http: reader, https: reader } });
      const spectral = new Spectral({ resolver });
      const rules = new Ruleset(definition, { severity: 'recommended', source }).fromSource(path);
      const passedOver = watchRules(Object.values(rules.rules), watch);
      spectral.setRuleset(rules);
      const document = new Document((await files.read(files.root)).toString(), Yaml, path);
      const diagnostics = [...(await spectral.run(document)), ...passedOver()];
      // For an unparsable text, rules would check a guess.
      const unparsed = diagnostics.filter(({ code, severity }) => code === 'parser' && severity === 0);
      return (unparsed.length > 0 ? unparsed : diagnostics).map((diagnostic) => findingOf(diagnostic, path));
    },
  };
}

const PACKAGE = '@stoplight/spectral-cli';
/** The command that installs it beside this package. An executable contains the package, and finds nothing beside it. */
export const INSTALL_SPECTRAL = `npm install --save-dev ${isSea() ? 'understudy-api ' : ''}${PACKAGE}@^6.16.3`;

/** Whether Spectral is installed. @param from - the file from which it is resolved. Default: this one */
export function isSpectralInstalled(from: string | URL = import.meta.url): boolean {
  try {
    createRequire(from).resolve(`${PACKAGE}/package.json`);
    return true;
  } catch {
    return false;
  }
}

function load(from: string | URL): Libraries {
  try {
    const require = createRequire(createRequire(from).resolve(`${PACKAGE}/package.json`));
    return {
      ...require('@stoplight/spectral-core'),
      ...require('@stoplight/spectral-parsers'),
      ...require('@stoplight/spectral-ref-resolver'),
      ...require('@stoplight/spectral-ruleset-bundler/with-loader'),
      ...require('@stoplight/spectral-ruleset-bundler/plugins/stdin'),
      ...require('@stoplight/spectral-ruleset-migrator'),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new UsageError('Spectral is not installed. It applies rulesets; install it with:', [INSTALL_SPECTRAL]);
  }
}

async function loadRuleset(libraries: Libraries, path: string): Promise<Ruleset> {
  const { bundleAndLoadRuleset, isBasicRuleset, migrateRuleset, stdin } = libraries;
  const fetch = (url: unknown) => Promise.reject(new Error(`${url} is not fetched; save a copy beside the ruleset`));
  try {
    if (!(await isBasicRuleset(path))) return await bundleAndLoadRuleset(path, { fs, fetch }, []);
    // The loader would fetch YAML and JSON with all that they extend. So it gets their translation.
    const name = join(dirname(path), '.spectral.js');
    const translation = await migrateRuleset(path, { fs, fetch, format: 'esm' });
    return await bundleAndLoadRuleset(name, { fs, fetch }, [stdin(translation, name)]);
  } catch (error) {
    const causes = error instanceof AggregateError ? error.errors : [error];
    throw new UsageError(
      `The ruleset ${path} cannot be used:`,
      causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))),
    );
  }
}

/** Reads the references of a document. */
function readerOf({ read }: DocumentFiles): object {
  return {
    async resolve(uri: { href(): string }) {
      const href = uri.href();
      return (await read(/^\w+:\/\//.test(href) ? href : pathToFileURL(href).href)).toString();
    },
  };
}

function findingOf({ code, message, path, severity, source, range }: Diagnostic, file: string): LintFinding {
  return {
    file: source ?? file,
    ...placeOf(range.start),
    severity: SEVERITIES[severity] ?? 'error',
    rule: String(code),
    message,
    pointer: childPointer('', ...path),
  };
}

function placeOf(start: SourceRange | undefined): { line: number; column: number } {
  return { line: (start?.line ?? 0) + 1, column: (start?.character ?? 0) + 1 };
}
