// Runs Dredd against its own mock server.

import { type DreddReport, type DreddSettings, judgeWithDredd } from '../../contracts/judges/dredd.ts';
import type { JudgedRequest } from '../../contracts/judges/openapi-backend.ts';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServerSettings } from '../../src/index.ts';
import type { DocumentObject, OperationObject } from '../../src/openapi/objects.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { recordRequests } from './backend-comparison.ts';

/** The bundled document of the identity API. */
export const { bundled: identityDocument } = await openDocument(new URL('../../spec/identity.yaml', import.meta.url));

/** Dredd's report about its own mock server. The body limit is below what the hooks send to provoke a 413. */
export async function judge(
  settings: Partial<DreddSettings> = {},
  mockServerSettings: Partial<MockServerSettings> = {},
  onRequest: (request: JudgedRequest) => void = () => undefined,
): Promise<DreddReport> {
  const mockServer = await createMockServer({ apis: [identity], bodyLimit: 64 * 1024, ...mockServerSettings });
  try {
    const { url: server } = await mockServer.listen();
    const { url, close } = await recordRequests(server, onRequest);
    return await judgeWithDredd({ document: identityDocument, url, ...settings }).finally(close);
  } finally {
    await mockServer.close();
  }
}

/** The document with one path only, and modified responses of its one method. */
export function only(
  document: DocumentObject,
  path: string,
  change: (responses: OperationObject['responses']) => object = (responses) => responses,
): DocumentObject {
  const [[method, operation]] = Object.entries(document.paths[path] ?? {}) as [[string, OperationObject]];
  return { ...document, paths: { [path]: { [method]: { ...operation, responses: change(operation.responses) } } } };
}

/** Dredd's counts. */
export function summaryLine({ output }: DreddReport): string | undefined {
  return /^complete: .* total$/m.exec(output)?.[0];
}
