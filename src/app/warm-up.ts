// Work ahead of requests: loads code, compiles schemas, reports late findings.

import { compileAhead } from '../openapi/schema/compile-ahead.ts';
import { loginRemarks } from '../server/oidc/login/login-remarks.ts';
import { formatLateFindings } from '../server/pipeline/api/document-report.ts';
import type { Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { Assembly } from './assembly.ts';
import type { CompleteSettings } from './server-settings.ts';

/** Milliseconds after the start when the code of remote procedure calls is loaded, unless a call comes first. */
const LOAD_AFTER = 500;

/** Starts the work for an assembly. Returns a function that ends it. */
export function warmUp(
  assembly: Assembly,
  { stores }: Sandbox,
  { onNotice, onError }: Pick<CompleteSettings, 'onNotice' | 'onError'>,
): () => void {
  const ending = new AbortController();
  const loading = setTimeout(() => void assembly.loadRpc().catch(onError), LOAD_AFTER).unref();
  for (const api of assembly.apis) {
    for (const remark of loginRemarks(api.api, stores.get(api.api.name))) onNotice(remark);
    compileAhead(api.document, ending.signal).then((found) => {
      if (found.length > 0) onNotice(formatLateFindings(api, found));
    }, onError);
    assembly.withoutResponse(api, ending.signal).then((notice) => {
      if (notice !== undefined) onNotice(notice);
    }, onError);
  }
  return () => {
    clearTimeout(loading);
    ending.abort();
  };
}
