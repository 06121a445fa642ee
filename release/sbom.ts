// The software bill of materials of a release, in CycloneDX.

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Bom {
  readonly metadata: { readonly component: { readonly 'bom-ref': string; readonly name: string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/**
 * What is shipped, of all that a clone has.
 *
 * @param all - of `npm sbom`, which lists development dependencies, too, and names the folder in place of the package
 * @param name - of the package
 * @param shipped - as NAME@VERSION: installed, bundled, and Node itself, which executables and images contain
 * @throws Error if a shipped library is not in `all`
 */
export function shippedBom(all: Bom, name: string, shipped: ReadonlySet<string>): Bom {
  const { component } = all.metadata;
  const components = all.components.filter((one) => shipped.has(one['bom-ref']));
  const missing = [...shipped].filter((ref) => !components.some((one) => one['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`npm does not list ${missing.join(', ')}`);
  const refs = new Set([component['bom-ref'], ...shipped]);
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...component, name } },
    // What the build bundles is for npm a part of the development.
    components: components.map((one) => ({ ...one, properties: [] })),
    dependencies: all.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  };
}
