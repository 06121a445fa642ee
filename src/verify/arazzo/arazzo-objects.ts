// The objects of an Arazzo document (Arazzo Specification 1.1.0), as written.

export interface ArazzoObject {
  readonly arazzo: string;
  readonly $self?: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly sourceDescriptions: readonly SourceObject[];
  readonly workflows: readonly WorkflowObject[];
  readonly components?: ComponentsObject;
}

export interface SourceObject {
  readonly name: string;
  readonly url: string;
  /** Default: found in the file. */
  readonly type?: 'openapi' | 'arazzo' | 'asyncapi';
}

export interface ComponentsObject {
  readonly inputs?: Readonly<Record<string, object>>;
  readonly parameters?: Readonly<Record<string, ParameterObject>>;
  readonly successActions?: Readonly<Record<string, ActionObject>>;
  readonly failureActions?: Readonly<Record<string, ActionObject>>;
}

export interface WorkflowObject {
  readonly workflowId: string;
  readonly summary?: string;
  /** A JSON Schema. */
  readonly inputs?: object | boolean;
  readonly dependsOn?: readonly string[];
  readonly steps: readonly StepObject[];
  readonly successActions?: readonly (ActionObject | ReusableObject)[];
  readonly failureActions?: readonly (ActionObject | ReusableObject)[];
  readonly parameters?: readonly (ParameterObject | ReusableObject)[];
  readonly outputs?: Readonly<Record<string, string | SelectorObject>>;
}

export interface StepObject {
  readonly stepId: string;
  readonly operationId?: string;
  readonly operationPath?: string;
  readonly workflowId?: string;
  readonly parameters?: readonly (ParameterObject | ReusableObject)[];
  readonly requestBody?: RequestBodyObject;
  readonly successCriteria?: readonly CriterionObject[];
  readonly onSuccess?: readonly (ActionObject | ReusableObject)[];
  readonly onFailure?: readonly (ActionObject | ReusableObject)[];
  readonly outputs?: Readonly<Record<string, string | SelectorObject>>;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly dependsOn?: readonly string[];
}

export interface ParameterObject {
  readonly name: string;
  /** Undefined for inputs of workflows. */
  readonly in?: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly value: unknown;
}

export interface RequestBodyObject {
  readonly contentType?: string;
  readonly payload?: unknown;
  readonly replacements?: readonly ReplacementObject[];
}

export interface ReplacementObject {
  readonly target: string;
  readonly targetSelectorType?: ExpressionType;
  readonly value: unknown;
}

/** A success or failure action. */
export interface ActionObject {
  readonly name: string;
  readonly type: 'end' | 'goto' | 'retry';
  readonly workflowId?: string;
  readonly stepId?: string;
  readonly parameters?: readonly (ParameterObject | ReusableObject)[];
  /** In seconds. */
  readonly retryAfter?: number;
  /** Default 1. */
  readonly retryLimit?: number;
  readonly criteria?: readonly CriterionObject[];
}

/** Refers to a component, such as `$components.parameters.page`. */
export interface ReusableObject {
  readonly reference: string;
  /** Replaces the value of a parameter. */
  readonly value?: unknown;
}

export interface CriterionObject {
  /** An expression. */
  readonly context?: string;
  readonly condition: string;
  /** Default `simple`. */
  readonly type?: ExpressionType;
}

export interface SelectorObject {
  /** An expression. */
  readonly context: string;
  readonly selector: string;
  readonly type: ExpressionType;
}

type TypeName = 'simple' | 'regex' | 'jsonpath' | 'jsonpointer' | 'xpath';

export type ExpressionType = TypeName | { readonly type: TypeName; readonly version: string };

/** The name in an expression type. */
export function typeName(type: ExpressionType): TypeName {
  return typeof type === 'string' ? type : type.type;
}
