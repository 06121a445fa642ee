// Runs verify against a mock server in this process.

import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { createMockServer, type MockServer, type MockServerSettings } from '../../src/index.ts';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import type { CredentialsByScheme } from '../../src/verify/credentials.ts';
import { createTarget } from '../../src/verify/target.ts';
import { listErrors, type Verdict } from '../../src/verify/verdict.ts';
import { verify } from '../../src/verify/verify.ts';

/** The result for a mock server; `look` inspects it afterwards. */
export async function verdictOf(
  path: string,
  apis: MockServerSettings['apis'],
  credentials: (mockServer: MockServer) => CredentialsByScheme,
  look: (url: string) => Promise<void> = async () => undefined,
): Promise<Verdict> {
  const mockServer = await createMockServer({ apis });
  const { url } = await mockServer.listen();
  const target = createTarget(url);
  try {
    const document = createDocument(await openDocument(path));
    const sandboxes = await detectSandboxes(target);
    expect(sandboxes.areIsolated).toBe(true);
    const verdict = await verify({ document, target, sandboxes, credentials: credentials(mockServer) });
    await look(url);
    return verdict;
  } finally {
    target.close();
    await mockServer.close();
  }
}

export function reported(verdict: Verdict): readonly string[] {
  return listErrors(verdict).map(({ check, operation, message }) => `${check} ${operation} ${message}`);
}

export const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
