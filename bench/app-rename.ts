// Requests to `updateApp` that each change something, or that are each rejected.

import { jsonOf, type Question, wireRequest } from './contender.ts';
import { appOf, ORGANIZATION } from './identity-state.ts';

/** The applications to rename. */
export interface Renames {
  /** The number of applications. The last one is not renamed. */
  readonly apps: number;
  /** A prefix of the new names, so that two questions to one server use different ones. */
  readonly prefix: string;
  readonly connections: number;
}

/** A new name for one application after another. */
export function renameApps({ apps, prefix, connections }: Renames): Question {
  return {
    connections,
    request: (n) => rename(n % (apps - 1), newName(prefix, n)),
    check(response) {
      const { details } = jsonOf(response) as { readonly details?: Readonly<Record<string, string>> };
      const complete = details?.changeDate && Number(details.sequence) > 0 && details.resourceOwner === ORGANIZATION;
      if (!complete) throw new Error(`not the requested change: ${response.body}`);
    },
  };
}

/** The present name of the last application: 400. */
export function renameToTheSame(apps: number): Question {
  return rejected(400, rename(apps - 1, appOf(apps - 1).name));
}

/** A name for an application that does not exist: 404. */
export function renameUnknown(apps: number): Question {
  return rejected(404, rename(apps, 'Nobody'));
}

/** Like `renameApps`, for json-server. */
export function patchApps({ apps, prefix, connections }: Renames): Question {
  return {
    connections,
    request: (n) => wireRequest('PATCH', `/apps/${appOf(n % (apps - 1)).id}`, { name: newName(prefix, n) }),
    check(response) {
      const { name, projectId } = jsonOf(response) as { readonly name?: string; readonly projectId?: string };
      if (!name?.startsWith(prefix) || !projectId) throw new Error(`not the application: ${response.body}`);
    },
  };
}

/** Like `renameUnknown`, for json-server. */
export function patchUnknown(apps: number): Question {
  return rejected(404, wireRequest('PATCH', `/apps/${appOf(apps).id}`, { name: 'Nobody' }));
}

function rejected(status: number, request: Buffer): Question {
  return { connections: 1, request: () => request, check: (response) => void jsonOf(response, status) };
}

function rename(n: number, name: string): Buffer {
  const { id, projectId } = appOf(n);
  return wireRequest('PUT', `/management/v1/projects/${projectId}/apps/${id}`, { name });
}

/** An unused name, always of the same length. */
function newName(prefix: string, n: number): string {
  return `${prefix} ${String(n).padStart(9, '0')}`;
}
