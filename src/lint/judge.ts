// What is wrong with one document: whether it can be used at all, what the rules say, and whether its protobuf is right.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDocument } from '../openapi/open-document.ts';
import { stepsOf } from '../openapi/pointer.ts';
import type { ProtobufPlan } from '../protobuf/plan.ts';
import type { LintFinding } from './finding.ts';
import { protobufFaults, releasedPlan } from './protobuf.ts';
import type { Watch } from './rule-calls.ts';
import { openSpectral, type PlaceOf } from './spectral.ts';

/** The ruleset that comes with Understudy. */
export const PACKAGED_RULESET = fileURLToPath(new URL('../../spec/.spectral.yaml', import.meta.url));

/** The findings of one document, in the order of their places. */
export interface Linted {
  /** Absolute path. */
  readonly path: string;
  readonly findings: readonly LintFinding[];
}

/** How a document is judged. */
export interface Judging {
  /** Default: the packaged one. */
  readonly ruleset?: string | undefined;
  /** The document as it was released before. */
  readonly released?: string | undefined;
  /** Told of each look of a rule. Default: nobody is. */
  readonly watch?: Watch;
}

/**
 * Judges a document by swagger-parser and by Spectral with a ruleset; one with an `x-protobuf` also by whether it can be protobuf, and
 * whether clients of an earlier release can go on. It may take very long: `lintDocuments` ends it then.
 *
 * @throws Problems if the ruleset or the released document cannot be used, or Spectral is not installed
 */
export async function judgeDocument(
  path: string,
  { ruleset = PACKAGED_RULESET, released, watch }: Judging = {},
): Promise<Linted> {
  const before = released === undefined ? undefined : await releasedPlan(released);
  const spectral = await openSpectral(resolve(ruleset));
  const { findings, placeOf } = await spectral.judge(path, watch);
  const all = [...(await openingFindings(path, placeOf, before)), ...findings];
  return { path, findings: all.sort(byPlace) };
}

function byPlace(one: LintFinding, other: LintFinding): number {
  return one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column;
}

/** The finding that says why a document cannot be used; when it can, what is wrong with it as protobuf. */
async function openingFindings(
  path: string,
  placeOf: PlaceOf,
  before: ProtobufPlan | undefined,
): Promise<LintFinding[]> {
  const opened = await openDocument(path).catch((error: Error) => error);
  if (!(opened instanceof Error)) {
    return protobufFaults(opened.bundled, before).map(({ pointer, ...fault }) => {
      const place = placeOf(stepsOf(pointer));
      return { file: path, ...place, severity: 'error', pointer, ...fault };
    });
  }
  const { message, details = [] } = opened.cause as Error & { details?: readonly SchemaError[] };
  // Of the breaches of a schema the first is the cause; the others say that no alternative fits either.
  const [breach] = details;
  const [firstLine = ''] = message.split('\n');
  const pointer = breach?.instancePath ?? '';
  const [, line = 0, column = 0] = (/ at line (\d+), column (\d+):?$/.exec(firstLine) ?? []).map(Number);
  const place = line > 0 ? { line, column } : placeOf(stepsOf(pointer));
  const text = breach?.message ?? firstLine.replace(`Error parsing ${path}: `, '');
  return [{ file: path, ...place, severity: 'error', rule: 'swagger-parser', message: text, pointer }];
}

interface SchemaError {
  readonly instancePath: string;
  readonly message?: string;
}
