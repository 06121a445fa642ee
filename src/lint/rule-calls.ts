// Wraps the functions of Spectral's rules: observable, and without repetition.

import { isRecord } from '../schema/is-record.ts';

/** A finding, in Spectral's words. */
export interface Diagnostic {
  readonly code: string | number;
  readonly message: string;
  readonly path: PathKeys;
  readonly severity: number;
  readonly source?: string;
  readonly range: { readonly start: SourceRange };
}

/** Lines and columns from 0. */
export interface SourceRange {
  readonly line: number;
  readonly character: number;
}

/** Keys from the top of a document. */
export type PathKeys = readonly (string | number)[];

/** The part of a rule that is used, in Spectral's terms. */
export interface SpectralRule {
  readonly name: string;
  readonly severity: number;
  /** Whether it gets the document with references resolved. */
  readonly resolved: boolean;
  readonly then: readonly Then[];
}
interface Then {
  readonly functionOptions?: { readonly type?: string };
  readonly function: (value: unknown, options: unknown, context: Context) => unknown;
}
interface Context {
  readonly path: PathKeys;
  readonly documentInventory: {
    /** A location. */
    findAssociatedItemForPath(path: PathKeys, isResolved: boolean): Written | null;
  };
}
interface Written {
  readonly document: {
    readonly source: string;
    getRangeForJsonPath(path: PathKeys, closest: true): { readonly start: SourceRange } | undefined;
  };
  readonly path: PathKeys;
}

/** Observes calls of rules. */
export interface RuleObserver {
  /** Called before a rule inspects a location. To skip it, returns the reason to report, if any. */
  begin(rule: string, place: PathKeys): { readonly because?: string } | undefined;
  end(): void;
}

/** For unobserved rules. */
export const unwatched: RuleObserver = { begin: () => undefined, end: () => undefined };

/** Wraps rules with an observer. Those about examples inspect each example once. @returns the skipped parts so far */
export function watchRules(rules: readonly SpectralRule[], { begin, end }: RuleObserver): () => readonly Diagnostic[] {
  const passedOver = new Map<string, Diagnostic>();
  for (const rule of rules) {
    const seen = new Set<string>();
    const watched = (then: Then): Then => ({
      ...then,
      function(value, options, context) {
        const { path } = context;
        const isOfExamples = then.function.name === 'oasExample';
        const place = isOfExamples ? writtenPlace(context, rule) : path;
        const part = then.functionOptions?.type === 'media' ? partOf(path) : '';
        if (isOfExamples && seen.size === seen.add(`${part} ${JSON.stringify(place)}`).size) return undefined;
        const stopped = begin(rule.name, place);
        if (stopped?.because !== undefined) {
          const diagnostic = diagnosticOf(rule, context, stopped.because);
          passedOver.set(JSON.stringify([rule.name, diagnostic.source, diagnostic.path]), diagnostic);
        }
        if (stopped) return undefined;
        const isOfDocuments = then.function.name === 'oasDocumentSchema';
        const found = then.function(isOfDocuments ? withOwnPathsOnly(value) : value, options, context);
        end();
        return found;
      },
    });
    // biome-ignore lint/suspicious/noThenProperty: Spectral calls it so.
    Object.assign(rule, { then: rule.then.map(watched) });
  }
  return () => [...passedOver.values()];
}

/**
 * The location of the inspected value, after the file name. Spectral resolves references before it validates examples,
 * and finds a shared schema at each path, tens of thousands of times in a document of some hundred schemas; each time
 * it compiles the schema with all its parts, for the same result.
 */
function writtenPlace({ path, documentInventory }: Context, { resolved }: SpectralRule): PathKeys {
  const written = documentInventory.findAssociatedItemForPath(path, resolved);
  return written ? [written.document.source, ...written.path] : path;
}

/**
 * A path may be described in another file, beside a `$ref` (OpenAPI 3.1.1, section 4.8.9.1). The schema that Spectral
 * uses for 3.1 does not allow that. The other file is validated by swagger-parser.
 */
function withOwnPathsOnly(document: unknown): unknown {
  if (!isRecord(document) || !isRecord(document.paths)) return document;
  const own = Object.entries(document.paths).map(([path, item]) => {
    if (!isRecord(item) || typeof item.$ref !== 'string') return [path, item];
    const { $ref: _, ...rest } = item;
    return [path, rest];
  });
  return { ...document, paths: Object.fromEntries(own) };
}

/** The context of a schema example: request or response. */
function partOf(path: PathKeys): string {
  return `${path[0]} ${path[0] === 'paths' ? path[3] : path[1]}`;
}

function diagnosticOf(
  { name: code, severity, resolved }: SpectralRule,
  { path, documentInventory }: Context,
  message: string,
): Diagnostic {
  const written = documentInventory.findAssociatedItemForPath(path, resolved);
  const range = written?.document.getRangeForJsonPath(written.path, true);
  return {
    ...{ code, severity, message, path: written?.path ?? path },
    range: range ?? { start: { line: 0, character: 0 } },
    ...(written && { source: written.document.source }),
  };
}
