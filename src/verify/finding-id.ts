// The id of a finding, equal in other runs and with other seeds.

import type { Operation } from '../openapi/document.ts';
import { fingerprint } from '../openapi/report/sarif.ts';
import type { GroupedFinding } from './finding-groups.ts';

/** Contains no generated values, lines or times: `cause` has none. @param title - of the document */
export function findingId(
  title: string,
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { check, severity, cause }: Pick<GroupedFinding, 'check' | 'severity' | 'cause'>,
): string {
  return fingerprint(title, method, path, check, severity, cause);
}
