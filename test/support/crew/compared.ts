// Two crew servers, compared.

import { fileURLToPath } from 'node:url';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import {
  compareServers,
  createSide,
  type ParitySettings,
  type ServerComparison,
} from '../../../src/verify/compare/compare-servers.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { type CrewSettings, startCrew } from './crew.ts';

export const CREW = fileURLToPath(new URL('crew.yaml', import.meta.url));
export const crew = createDocument(await openDocument(CREW));

/** The result of the comparison, with few requests about each value. */
export async function compared(
  settings: readonly [first: CrewSettings, second: CrewSettings],
  more: Partial<ParitySettings> = {},
): Promise<ServerComparison> {
  const servers = await Promise.all(settings.map(startCrew));
  const targets = servers.map(({ url }) => createTarget(url));
  try {
    const [first, second] = await Promise.all(
      targets.map(async (target) => createSide(target, await detectSandboxes(target), new Map())),
    );
    if (!first || !second) throw new Error('expected two servers');
    return await compareServers({
      document: crew,
      sides: [first, second],
      allowWrites: true,
      maxBoundaryRequests: 40,
      ...more,
    });
  } finally {
    for (const target of targets) target.close();
    await Promise.all(servers.map(({ close }) => close()));
  }
}

/** Its differences: operation, property and message. */
export function differences({ operations }: ServerComparison): readonly string[] {
  return operations.flatMap(({ operation, differences: found }) =>
    found
      .filter(({ severity }) => severity === 'difference')
      .map(({ field, message }) => `${operation.id} ${field}: ${message}`),
  );
}
