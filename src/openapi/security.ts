// Security requirements and schemes of a document.

import { isRecord } from '../schema/is-record.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { didYouMean, findNearestName } from '../schema/nearest-name.ts';
import type { SecurityRequirementObject, SecuritySchemeObject } from './objects.ts';
import type { Part, References } from './references.ts';

/** Alternative security requirements; one is enough. */
export interface Security {
  /**
   * In the order of the document. All schemes of an alternative are required; one without schemes allows anonymous
   * calls.
   */
  readonly alternatives: readonly (readonly SecurityRequirement[])[];
  /** Whether a caller is required. */
  readonly secured: boolean;
  /** Whether credentials are optional. */
  readonly securityOptional: boolean;
}

/** A required security scheme. */
export interface SecurityRequirement {
  /** The name of the scheme in the document. */
  readonly name: string;
  /** Undefined if the document does not define it. */
  readonly scheme: SecuritySchemeObject | undefined;
  readonly scopes: readonly string[];
}

/** Parses the security of an operation, else that of the document. */
export function parseSecurity(references: References, operation: Part<{ readonly security?: unknown }>): Security {
  const { security: defaults } = references.root as { readonly security?: unknown };
  const { security = defaults } = operation.value;
  const alternatives = (Array.isArray(security) ? security : [])
    .filter((one) => isRecord(one))
    .map((one) => parseRequirement(references, one as SecurityRequirementObject));
  const isOpen = alternatives.some((requirements) => requirements.length === 0);
  return {
    alternatives,
    secured: alternatives.length > 0 && !isOpen,
    securityOptional: isOpen && alternatives.some((requirements) => requirements.length > 0),
  };
}

/** By name. */
export type SecuritySchemes = ReadonlyMap<string, SecuritySchemeObject>;

/** The security schemes of a document. */
export function listSecuritySchemes(references: References): SecuritySchemes {
  const { components } = references.root as { readonly components?: { readonly securitySchemes?: object } };
  const names = Object.keys(components?.securitySchemes ?? {});
  return new Map(
    names.flatMap((name) => {
      const scheme = findScheme(references, name);
      return scheme ? [[name, scheme] as const] : [];
    }),
  );
}

/** The scopes that the OAuth flows of a document declare. */
export function listFlowScopes(references: References): readonly string[] {
  const flows = [...listSecuritySchemes(references).values()].flatMap((scheme) =>
    scheme.type === 'oauth2' && isRecord(scheme.flows) ? Object.values(scheme.flows) : [],
  );
  return flows.flatMap((flow) => (isRecord(flow) && isRecord(flow.scopes) ? Object.keys(flow.scopes) : []));
}

/** Describes a required scheme that a document does not define, a clause. @param names - of the defined schemes */
export function describeUndefinedScheme(name: string, names: readonly string[]): string {
  const nearest = findNearestName(name, names) ?? names.find((one) => one.toLowerCase().startsWith(name.toLowerCase()));
  return `security scheme ${JSON.stringify(name)} is not defined${didYouMean(nearest)}`;
}

/** Whether a scheme is checked: not client certificates, and not unknown types. */
export function isSupportedScheme(scheme: SecuritySchemeObject | undefined): boolean {
  return scheme !== undefined && ['apiKey', 'http', 'oauth2', 'openIdConnect'].includes(scheme.type);
}

function parseRequirement(references: References, requirement: SecurityRequirementObject): SecurityRequirement[] {
  return Object.entries(requirement).map(([name, scopes]) => ({
    name,
    scheme: findScheme(references, name),
    scopes: Array.isArray(scopes) ? scopes : [],
  }));
}

function findScheme(references: References, name: string): SecuritySchemeObject | undefined {
  const found = references.resolveAt<SecuritySchemeObject>(childPointer('/components/securitySchemes', name));
  return found && isRecord(found.value) ? found.value : undefined;
}
