// Checks that APIs of one server do not overlap.

import { UsageError } from '../../../schema/usage-error.ts';
import type { LoadedApi } from './load-api.ts';

/** State files and sandboxes know apis by their names. @throws UsageError with the names that are there twice */
export function requireUniqueNames(names: readonly string[]): void {
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0)
    throw new UsageError(
      'Each API needs a unique name:',
      repeated.map((name) => `"${name}" is used twice`),
    );
}

/**
 * The first API with a path handles it: another one would never receive it, unless its servers have other hosts.
 *
 * @throws UsageError with the paths and services that are declared twice
 */
export function requireUniquePaths(loaded: readonly LoadedApi[]): void {
  if (loaded.length < 2) return;
  const owners = new Map<string, LoadedApi[]>();
  const problems: string[] = [];
  const claim = (one: LoadedApi, path: string, isDuplicate: (owner: LoadedApi) => boolean) => {
    // Whatever its parameters are called, it is the same path.
    const address = path.replaceAll(/\{[^}]*\}/g, '{}');
    const known = owners.get(address) ?? [];
    const owner = known.find((other) => other !== one && isDuplicate(other));
    if (owner) problems.push(`${path} belongs to both ${owner.api.name} and ${one.api.name}`);
    else owners.set(address, [...known, one]);
  };
  for (const one of loaded) {
    for (const path of one.document.fullPaths()) claim(one, path, (owner) => !haveDistinctHosts(owner, one));
    for (const service of one.document.serviceNames) claim(one, `/${service}`, () => true);
  }
  const last = loaded.at(-1)?.api.name;
  const advice = `give one of them a base path: --base ${last}=/${last}`;
  if (problems.length > 0) throw new UsageError('Several APIs have the same path:', [...problems, advice]);
}

/** Whether two APIs have different hosts. */
function haveDistinctHosts({ hosts: firstHosts }: LoadedApi, { hosts: secondHosts }: LoadedApi): boolean {
  const overlap = firstHosts.some((host) =>
    secondHosts.some(({ text, matches: fits }) => host.matches(text) || fits(host.text)),
  );
  return firstHosts.length > 0 && secondHosts.length > 0 && !overlap;
}
