// Rule: items contain the id that reads them.

import type { OperationKind } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { OwnRule } from './rule.ts';

export const unclearId: OwnRule = {
  title: 'Items contain the id that reads them.',
  severity: 'info',
  *look({ operations }, resources) {
    /** The operations of each resource, by its name. */
    const done = new Map<string, Map<OperationKind, Operation>>();
    for (const operation of operations.values()) {
      const role = resources.action(operation.id);
      if (!role) continue;
      const deeds = done.get(role.resource.name) ?? new Map<OperationKind, Operation>();
      done.set(role.resource.name, deeds.set(role.kind, operation));
    }
    for (const { name, path, isSingleton: single, id } of resources.all.values()) {
      const deeds = done.get(name);
      const read = deeds?.get('read');
      const parameter = /\{([^{}]*)\}[^{}]*$/.exec(path)?.[1];
      const isFound = deeds?.has('list') || deeds?.has('search') || deeds?.has('create');
      if (single || !id || id.path || !read || !isFound || parameter === undefined) continue;
      const shown = propertiesOf(read);
      if (shown.length === 0 || shown.some((property) => isCalled(property, parameter))) continue;
      const names = parameter === 'id' ? 'id' : `${parameter} or id`;
      const message = `${name} are read by {${parameter}}, but have no property for it; name one ${names}, or declare it (x-understudy: { id: … }).`;
      yield { pointer: childPointer('/paths', path), message };
    }
  },
};

function propertiesOf(read: Operation): readonly string[] {
  const schema = read.responseSchema(read.successStatus);
  return [...((schema && getSchemaShape(schema, read.references))?.properties.keys() ?? [])];
}

/** Whether a property may be the value of a parameter: it has the same name, or is `id`, in any spelling. */
function isCalled(property: string, parameter: string): boolean {
  const [one, other] = [property, parameter].map((name) => name.replace(/[^a-z0-9]/gi, '').toLowerCase());
  return one === other || one === 'id' || one === 'uuid' || one === 'uid';
}
