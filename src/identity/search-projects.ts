// searchProjects: lists the projects that the organization owns.

import type { Handlers } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { projectsByChange, projectsByName, projectsOfOrganization } from './indexes.ts';
import type { Operations, ProjectQuery, Project as ProjectResult } from './operations.ts';
import type { Project, Records } from './records.ts';
import { listDetails, projectionOf, resultPage } from './result-page.ts';
import { textMatcher } from './text-query.ts';
import { timestamp } from './timestamp.ts';

export const searchProjects: Handlers<Operations, Records, IdentityCaller>['searchProjects'] = (call) => {
  const { organizationId, reach } = call.caller;
  const projection = projectionOf(call);
  const { projects } = projection.records;
  const { query, queries = [] } = call.input;
  const name = queries.map(exactName).find((one) => one !== undefined);
  const candidates =
    name === undefined
      ? projects.group(projectsOfOrganization, organizationId)
      : projects.group(projectsByName, organizationId, name.toLowerCase());
  const matchers = queries.map(matcherOf);
  const filter = (project: Project) => {
    if (!reach.everywhere && !reach.projectIds.has(project.id)) return false;
    for (const matches of matchers) if (!matches(project)) return false;
    return true;
  };
  const isFiltered = queries.length > 0 || !reach.everywhere;
  const { total, page } = resultPage(candidates, query, isFiltered ? filter : undefined);
  return {
    details: listDetails(total, projects.group(projectsByChange), projection),
    result: page.map(resultOf),
  };
};

/** The complete name that a query requires; undefined for other queries. */
function exactName({ nameQuery }: ProjectQuery): string | undefined {
  const method = nameQuery?.method ?? 'TEXT_QUERY_METHOD_EQUALS';
  return nameQuery && method.startsWith('TEXT_QUERY_METHOD_EQUALS') ? (nameQuery.name ?? '') : undefined;
}

function matcherOf({ nameQuery, projectResourceOwnerQuery }: ProjectQuery): (project: Project) => boolean {
  if (nameQuery) {
    const matches = textMatcher(nameQuery.name ?? '', nameQuery.method);
    return ({ name }) => matches(name);
  }
  const owner = projectResourceOwnerQuery?.resourceOwner ?? '';
  return ({ resourceOwner }) => resourceOwner === owner;
}

function resultOf(project: Project): ProjectResult {
  const { id, resourceOwner } = project;
  return {
    id,
    details: {
      sequence: String(project.sequence),
      creationDate: timestamp(project.creationDate),
      changeDate: timestamp(project.changeDate),
      resourceOwner,
    },
    name: project.name,
    state: project.state,
    projectRoleAssertion: project.projectRoleAssertion,
    projectRoleCheck: project.projectRoleCheck,
    hasProjectCheck: project.hasProjectCheck,
    privateLabelingSetting: project.privateLabelingSetting,
  };
}
