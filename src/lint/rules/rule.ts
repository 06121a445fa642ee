// A rule of ours: what keeps a document from being stood in for, though it may be right.

import type { Document } from '../../openapi/document.ts';
import type { Severity } from '../../openapi/document-finding.ts';
import type { Resources } from '../../resource/resource.ts';

/** What a rule says of one place. */
export interface Objection {
  /** JSON pointer (RFC 6901) into the document in one piece. */
  readonly pointer: string;
  /** A sentence that says what to do. */
  readonly message: string;
}

export interface OwnRule {
  /** What it means, in one sentence. */
  readonly title: string;
  /** How much it matters where our rules are asked for alone; beside others it is a remark. */
  readonly severity: Severity;
  look(document: Document, resources: Resources): Iterable<Objection>;
}
