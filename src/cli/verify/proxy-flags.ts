// Flags and help of `understudy proxy`.

import type { Document } from '../../openapi/document.ts';
import { type CheckId, TRAFFIC_CHECK_IDS } from '../../verify/checks.ts';
import type { FlagValues } from '../command.ts';
import { listed, oneOf } from '../flags.ts';
import type { PROXY } from '../table/servers.ts';
import { checksAmong } from './check-flags.ts';

export type ProxyFlags = FlagValues<typeof PROXY.flags>;

/** @throws UsageError if there is no such check */
export function proxyChecks(flags: ProxyFlags): readonly CheckId[] {
  return checksAmong(TRAFFIC_CHECK_IDS, flags);
}

/** @throws UsageError if the document has no such operation */
export function proxyOperations(text: string, { operations }: Document): readonly string[] {
  const ids = [...operations.keys()];
  return listed(text).map((id) => oneOf('--mock-operations: the document has no operation', id, ids));
}
