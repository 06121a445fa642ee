// searchProjects: the projects that the organization owns.

import type { Handlers } from '../index.ts';
import type { Principal } from './authenticate.ts';
import { listDetails, pageOf } from './list.ts';
import type { Operations, ProjectQuery, Project as ProjectResult } from './operations.ts';
import type { Project, Records } from './records.ts';
import { matchesText } from './text-query.ts';

export const searchProjects: Handlers<Operations, Records, Principal>['searchProjects'] = (call) => {
  const { organizationId, scope } = call.principal;
  const { projects } = call.store.collections;
  const { query, queries = [] } = call.input;
  const found = [...projects.values()].filter(
    (project) =>
      project.resourceOwner === organizationId &&
      (scope.everywhere || scope.projectIds.has(project.id)) &&
      queries.every((one) => matches(project, one)),
  );
  return {
    details: listDetails(found.length, projects.values(), call.now),
    result: pageOf(found, query).map(resultOf),
  };
};

function matches(project: Project, { nameQuery, projectResourceOwnerQuery }: ProjectQuery): boolean {
  if (nameQuery) return matchesText(project.name, nameQuery.name ?? '', nameQuery.method);
  return project.resourceOwner === (projectResourceOwnerQuery?.resourceOwner ?? '');
}

function resultOf(project: Project): ProjectResult {
  const { id, resourceOwner, sequence, creationDate, changeDate, aggregateSequence: _, ...shown } = project;
  return { id, details: { sequence: String(sequence), creationDate, changeDate, resourceOwner }, ...shown };
}
