// updateApp: renames an application.

import type { Handlers } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { appNameTaken, unchangedApp, unknownApp } from './error-catalogue.ts';
import { appsByName } from './indexes.ts';
import type { Operations } from './operations.ts';
import type { Records } from './records.ts';
import { timestamp } from './timestamp.ts';

export const updateApp: Handlers<Operations, Records, IdentityCaller>['updateApp'] = ({ input, caller, store, now }) =>
  store.change(({ projects, apps }) => {
    const { projectId, appId, name } = input;
    const project = projects.get(projectId);
    const app = apps.get(appId);
    const { organizationId: resourceOwner, reader } = caller;
    if (project?.resourceOwner !== resourceOwner || app?.projectId !== projectId) throw unknownApp(reader);
    if (app.name === name) throw unchangedApp(reader);
    const namesakes = [...apps.group(appsByName, projectId, name.toLowerCase()).values()];
    if (namesakes.some(({ id }) => id !== appId)) throw appNameTaken(reader);
    // An application belongs to the aggregate of its project, but the project in search results is unchanged.
    const sequence = project.aggregateSequence + 1;
    const changeDate = timestamp(now);
    apps.replace({ ...app, name, sequence, changeDate });
    projects.replace({ ...project, aggregateSequence: sequence });
    return { details: { sequence: String(sequence), changeDate, resourceOwner } };
  });
