// Lints one document: usability, rules and protobuf.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentObject } from '../openapi/objects.ts';
import { createDocumentFiles, type DocumentFiles, type ReadOptions } from '../openapi/read/document-files.ts';
import type { DocumentSource } from '../openapi/read/document-source.ts';
import { openDocument, tryOpenDocument } from '../openapi/read/open-document.ts';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import { packageFile } from '../schema/package-files.ts';
import { UsageError } from '../schema/usage-error.ts';
import { breakingChanges } from '../server/protobuf/number-changes.ts';
import type { ProtobufPlan } from '../server/protobuf/plan.ts';
import { planDocument, requirePlan } from '../server/protobuf/plan-document.ts';
import { isFault, type LintFinding } from './finding.ts';
import { applyOwnRules } from './own-rules.ts';
import { type RuleObserver, unwatched } from './rule-calls.ts';
import { openSpectral } from './spectral.ts';

/** The packaged ruleset. */
export const PACKAGED_RULESET = fileURLToPath(packageFile('spec/.spectral.yaml'));

/** The findings of one document, in the order of their places. */
export interface LintTarget {
  /** Absolute path. */
  readonly path: string;
  readonly findings: readonly LintFinding[];
}

/** In place of a ruleset: no rules but our own, and no Spectral. */
export const NO_RULESET = 'none';

/** How a document is judged. */
export interface LintSettings {
  /** Of Spectral, or `NO_RULESET`. Default: the packaged one. */
  readonly ruleset?: string | undefined;
  /** The document as it was released before. */
  readonly released?: string | undefined;
  /** The document itself, where it has been read before. */
  readonly given?: Uint8Array | undefined;
  /** Overlays by which it is changed before it is judged. Default: none. */
  readonly overlays?: readonly string[] | undefined;
  /** Hosts from which it and its references may be fetched. Default: none. */
  readonly hosts?: readonly string[] | undefined;
  /** Observes the work of rules. Default: nothing does. */
  readonly watch?: RuleObserver;
}

/**
 * Lints a document: problems that prevent its use, the built-in rules, and Spectral with a ruleset; with `x-protobuf`
 * also its protobuf form and compatibility with an earlier release. It may take very long: `lintDocuments` limits
 * that.
 *
 * @throws UsageError if the ruleset or the released document cannot be used, or Spectral is not installed
 */
export async function lintDocument(
  path: string,
  { ruleset = PACKAGED_RULESET, released, given, overlays = [], hosts, watch = unwatched }: LintSettings = {},
): Promise<LintTarget> {
  const before = released === undefined ? undefined : await releasedPlan(released, hosts);
  const isAlone = ruleset === NO_RULESET;
  const spectral = isAlone ? undefined : await openSpectral(resolve(ruleset));
  const reading: ReadOptions = { hosts, overlays, content: given && Buffer.from(given) };
  const opening = await openingFindings(path, reading, before, (source) => applyOwnRules(source, watch, isAlone));
  const judge = async (files: DocumentFiles) => spectral?.judge(files, watch) ?? [];
  const byRules =
    overlays.length === 0 ? await judge(createDocumentFiles(path, reading)) : await overlaid(path, reading, judge);
  return { path, findings: [...opening, ...byRules].sort(byPlace) };
}

/**
 * The findings of rules for a document with its overlays applied: they get the bundled document, with the original
 * locations.
 */
async function overlaid(
  path: string,
  reading: ReadOptions,
  judge: (files: DocumentFiles) => Promise<readonly LintFinding[]>,
): Promise<readonly LintFinding[]> {
  const opened = await tryOpenDocument(path, reading);
  // The reason is reported already.
  if (!opened.ok) return [];
  const source = opened.value;
  const findings = await judge(createDocumentFiles(path, { content: Buffer.from(stringifyJson(source.bundled)) }));
  return source.locate(findings.map(({ severity, rule, message, pointer }) => ({ severity, rule, message, pointer })));
}

function byPlace(one: LintFinding, other: LintFinding): number {
  return one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column;
}

/** The problems of a document itself: why it cannot be used; else the others, also of its protobuf form. */
async function openingFindings(
  path: string,
  reading: ReadOptions,
  before: ProtobufPlan | undefined,
  judge: (source: DocumentSource) => Promise<readonly LintFinding[]>,
): Promise<readonly LintFinding[]> {
  const opened = await tryOpenDocument(path, reading);
  if (!opened.ok) return [opened.reason];
  const { bundled, findings, locate } = opened.value;
  // Missing numbers are reported for otherwise correct documents. Rules can read schemas with invalid values.
  if (findings.some((finding) => isFault(finding, 'error') && finding.rule !== 'invalid-schema')) return findings;
  const faults = protobufFaults(bundled, before).map((fault) => ({ severity: 'error' as const, ...fault }));
  return [...findings, ...(await locate(faults)), ...(await judge(opened.value))];
}

/** A fault of a document, without its place in the file. */
interface ProtobufFault {
  readonly rule: 'protobuf' | 'protobuf-released';
  readonly pointer: string;
  readonly message: string;
}

/** The plan of a document that was released. @throws UsageError if it has none */
export async function releasedPlan(file: string, hosts?: readonly string[]): Promise<ProtobufPlan> {
  const plan = requirePlan(await openDocument(file, { hosts }));
  if (plan) return plan;
  throw new UsageError(`--against ${file} describes no protobuf service.`);
}

/** The errors of a document, compared with the previous release if there is one. */
export function protobufFaults(document: DocumentObject, before: ProtobufPlan | undefined): ProtobufFault[] {
  const { plan, problems } = planDocument(document);
  const own = problems.map((problem) => ({ rule: 'protobuf' as const, ...problem }));
  if (!before || own.length > 0) return own;
  const broken = plan
    ? breakingChanges(before, plan)
    : [{ pointer: '', message: `the package ${before.package} was removed` }];
  return broken.map((problem) => ({ rule: 'protobuf-released' as const, ...problem }));
}
