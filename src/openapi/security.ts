// What a request needs so that its caller is known, as a document describes it.

import { isRecord } from './is-record.ts';
import type { SecurityRequirementObject, SecuritySchemeObject } from './objects.ts';
import { child } from './pointer.ts';
import type { Part, References } from './references.ts';

/** Several ways of being known; one of them is enough. */
export interface Security {
  /** In the order of the document. Of each, all demands are to be met; one without demands lets everybody in. None when nobody has to be known. */
  readonly alternatives: readonly (readonly SecurityDemand[])[];
  /** Whether a caller must say who it is. */
  readonly secured: boolean;
  /** Whether a caller may say who it is, and need not. */
  readonly securityOptional: boolean;
}

/** One scheme that a request has to satisfy. */
export interface SecurityDemand {
  /** The name of the scheme in the document. */
  readonly name: string;
  /** Undefined when the document does not describe it. */
  readonly scheme: SecuritySchemeObject | undefined;
  readonly scopes: readonly string[];
}

/** What an operation asks for: itself, or else the document for all. */
export function securityOf(references: References, operation: Part<{ readonly security?: unknown }>): Security {
  const { security: forAll } = references.root as { readonly security?: unknown };
  const { security = forAll } = operation.value;
  const alternatives = (Array.isArray(security) ? security : [])
    .filter((one) => isRecord(one))
    .map((one) => demandsOf(references, one as SecurityRequirementObject));
  const isOpen = alternatives.some((demands) => demands.length === 0);
  return {
    alternatives,
    secured: alternatives.length > 0 && !isOpen,
    securityOptional: isOpen && alternatives.some((demands) => demands.length > 0),
  };
}

/** By their names. */
export type SecuritySchemes = ReadonlyMap<string, SecuritySchemeObject>;

/** The security schemes of a document. */
export function securitySchemes(references: References): SecuritySchemes {
  const { components } = references.root as { readonly components?: { readonly securitySchemes?: object } };
  const names = Object.keys(components?.securitySchemes ?? {});
  return new Map(
    names.flatMap((name) => {
      const scheme = schemeAt(references, name);
      return scheme ? [[name, scheme] as const] : [];
    }),
  );
}

/** Whether callers are held to a scheme: not to certificates of clients, nor to what nobody knows. */
export function isChecked(scheme: SecuritySchemeObject | undefined): boolean {
  return scheme !== undefined && ['apiKey', 'http', 'oauth2', 'openIdConnect'].includes(scheme.type);
}

function demandsOf(references: References, requirement: SecurityRequirementObject): SecurityDemand[] {
  return Object.entries(requirement).map(([name, scopes]) => ({
    name,
    scheme: schemeAt(references, name),
    scopes: Array.isArray(scopes) ? scopes : [],
  }));
}

function schemeAt(references: References, name: string): SecuritySchemeObject | undefined {
  const found = references.at<SecuritySchemeObject>(child('/components/securitySchemes', name));
  return found && isRecord(found.value) ? found.value : undefined;
}
