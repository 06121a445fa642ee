// Several apis of one stand-in: nothing may belong to two of them.

import { Problems } from '../schema/problems.ts';
import type { LoadedApi } from './load-api.ts';

/** State files and sandboxes know apis by their names. @throws Problems with the names that are there twice */
export function refuseSameNames(names: readonly string[]): void {
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0)
    throw new Problems(
      'The apis need names of their own:',
      repeated.map((name) => `"${name}" is taken`),
    );
}

/** A path is asked of the first api that has it: another one would never be. @throws Problems with the paths, and services, that are there twice */
export function refuseSamePaths(loaded: readonly LoadedApi[]): void {
  const owners = new Map<string, string>();
  const problems: string[] = [];
  for (const { api, document } of loaded) {
    const services = document.serviceNames.map((name) => `/${name}`);
    for (const path of [...document.paths, ...services]) {
      // Whatever its parameters are called, it is the same path.
      const address = path.replaceAll(/\{[^}]*\}/g, '{}');
      const owner = owners.get(address);
      if (owner !== undefined && owner !== api.name)
        problems.push(`${path} of ${api.name} is a path of ${owner} already`);
      else owners.set(address, api.name);
    }
  }
  if (problems.length > 0) throw new Problems('The apis need paths of their own:', problems);
}
