// Protobuf findings: of the document, and compared with its previous release.

import type { DocumentObject } from '../openapi/objects.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import { UsageError } from '../schema/usage-error.ts';
import { breakingChanges } from '../server/protobuf/breaking-changes.ts';
import type { ProtobufPlan } from '../server/protobuf/plan.ts';
import { planDocument, requirePlan } from '../server/protobuf/plan-document.ts';

/** A fault of a document, without its place in the file. */
export interface ProtobufFault {
  readonly rule: 'protobuf' | 'protobuf-released';
  readonly pointer: string;
  readonly message: string;
}

/** The plan of a document that was released. @throws UsageError if it has none */
export async function releasedPlan(file: string, hosts?: readonly string[]): Promise<ProtobufPlan> {
  const plan = requirePlan(await openDocument(file, { hosts }));
  if (plan) return plan;
  throw new UsageError(`--against ${file} describes no protobuf service.`, []);
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
