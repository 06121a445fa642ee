// One request with which a server is tried, and what came of it.

import type { Operation } from '../../openapi/document.ts';
import type { Finding } from '../../openapi/finding.ts';
import type { Call } from '../requests/call.ts';
import type { AnswerBody } from '../responses/answer-body.ts';
import type { Answer } from '../target.ts';

/** What a request is, by the document: what has to be answered follows from it. */
export type Meant =
  /** Allowed. What differs from one that was accepted is one value at most. */
  | { readonly kind: 'valid' }
  /** Forbidden, and why. */
  | { readonly kind: 'invalid'; readonly finding: Finding | undefined }
  /** Without something that must be there, as the document says at a pointer. */
  | { readonly kind: 'missing'; readonly what: string; readonly pointer: string }
  /** From nobody who is known; `isAlike`: as far as anybody can tell, for who it is shows that just as whom the operation lets in. */
  | { readonly kind: 'anonymous'; readonly isAlike?: boolean }
  /** By a method that its path has not; with those that it has. */
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  /** HEAD instead of GET; with what GET was answered. */
  | { readonly kind: 'head'; readonly get: Answer }
  /** Of which the document does not say what becomes of it. */
  | { readonly kind: 'open' };

/** What is tried, in this order. */
export const PHASES = ['examples', 'boundaries', 'random', 'invalid', 'scenarios'] as const;

export type Phase = (typeof PHASES)[number];

/** A request to be sent. */
export interface Trial {
  readonly operation: Operation;
  readonly phase: Phase;
  /** How it differs from a baseline request: `limit just above maximum`. */
  readonly what: string;
  readonly meant: Meant;
  readonly call: Call;
}

/** A request with its answer. */
export interface Exchange extends Omit<Trial, 'phase'> {
  /** `traffic`: somebody else sent it. */
  readonly phase: Phase | 'traffic';
  readonly answer: Answer;
  /** What the answer says, as the document has it. */
  readonly read: AnswerBody;
}

/** What a check has to say. */
export interface Complaint {
  /** `error`: the response violates the document. `warning`: the document leaves it open. */
  readonly severity: 'error' | 'warning';
  /** One sentence. */
  readonly message: string;
  /** A JSON pointer into the document. Default: that of the operation. */
  readonly pointer?: string;
  /** What complaints with one cause have in common, beside their operation and check. Default: the message. */
  readonly cause?: string;
}

/** Whether a server keeps one rule. */
export interface Check {
  /** One paragraph: what is looked at, and what a finding means. */
  readonly meaning: string;
  /** Whether it has anything to say of an exchange: only then it was tried. Default: of each. */
  concerns?(exchange: Exchange): boolean;
  /** What is wrong with one exchange. */
  judge(exchange: Exchange): Iterable<Complaint>;
}

/** Whether a server keeps what no single answer shows. */
export interface StoryCheck<Facts> {
  /** As of `Check`. */
  readonly meaning: string;
  tell(facts: Facts): Iterable<Complaint>;
}
