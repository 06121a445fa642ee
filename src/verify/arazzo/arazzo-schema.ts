// The form of Arazzo documents, as JSON Schema, with the limits of this runner.

const text = { type: 'string', minLength: 1 } as const;
const name = { type: 'string', pattern: '^[A-Za-z0-9_-]+$' } as const;
const names = '^[a-zA-Z0-9._-]+$';

/** Maximum workflows of a document, and steps of a workflow. */
const MAX_WORKFLOWS = 1000;
const MAX_STEPS = 1000;
/** Maximum criteria, actions, parameters and replacements of a step. */
const MAX_PARTS = 200;

/** An object without unknown properties, except extensions. */
function object(required: readonly string[], properties: Readonly<Record<string, object>>, more: object = {}): object {
  return {
    type: 'object',
    required,
    properties,
    patternProperties: { '^x-': {} },
    additionalProperties: false,
    ...more,
  };
}

function list(items: object, more: object = {}): object {
  return { type: 'array', maxItems: MAX_PARTS, items, ...more };
}

function map(values: object): object {
  return { type: 'object', propertyNames: { pattern: names }, additionalProperties: values };
}

/** A schema for values that meet a condition, and another one for the rest. */
function either(condition: object, met: object, other: object): object {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: met, else: other };
}

/** A reference to a component, or the object itself. */
function reusable(one: object): object {
  return either({ type: 'object', required: ['reference'] }, { properties: { reference: text } }, one);
}

const expressionType = either(
  { type: 'object' },
  object(['type', 'version'], { type: { enum: ['jsonpath', 'jsonpointer', 'xpath'] }, version: text }),
  { enum: ['simple', 'regex', 'jsonpath', 'jsonpointer', 'xpath'] },
);

const selector = object(['context', 'selector', 'type'], { context: text, selector: text, type: expressionType });

const outputs = map(either({ type: 'object' }, selector, text));

const parameter = reusable(
  object(['name', 'value'], {
    name: text,
    in: { enum: ['path', 'query', 'querystring', 'header', 'cookie'] },
    value: {},
  }),
);

const criterion = object(
  ['condition'],
  { context: text, condition: { type: 'string', minLength: 1, maxLength: 10_000 }, type: expressionType },
  either({ required: ['type'], properties: { type: { not: { const: 'simple' } } } }, { required: ['context'] }, {}),
);

const action = {
  name: text,
  workflowId: text,
  stepId: text,
  parameters: list(parameter),
  criteria: list(criterion),
};

const successAction = reusable(object(['name', 'type'], { ...action, type: { enum: ['end', 'goto'] } }));

const failureAction = reusable(
  object(['name', 'type'], {
    ...action,
    type: { enum: ['end', 'goto', 'retry'] },
    retryAfter: { type: 'number', minimum: 0, maximum: 3600 },
    retryLimit: { type: 'integer', minimum: 0, maximum: 1000 },
  }),
);

const requestBody = object([], {
  contentType: text,
  payload: {},
  replacements: list(
    object(['target', 'value'], { target: { type: 'string' }, targetSelectorType: expressionType, value: {} }),
  ),
});

const step = object(
  ['stepId'],
  {
    stepId: name,
    description: { type: 'string' },
    operationId: text,
    operationPath: text,
    channelPath: text,
    workflowId: text,
    parameters: list(parameter),
    requestBody,
    successCriteria: list(criterion, { minItems: 1 }),
    onSuccess: list(successAction),
    onFailure: list(failureAction),
    outputs,
    timeout: { type: 'integer', minimum: 1, maximum: 3_600_000 },
    dependsOn: list(text, { uniqueItems: true, minItems: 1 }),
    correlationId: {},
    action: { enum: ['send', 'receive'] },
  },
  { oneOf: ['operationId', 'operationPath', 'workflowId', 'channelPath'].map((one) => ({ required: [one] })) },
);

const workflow = object(['workflowId', 'steps'], {
  workflowId: name,
  summary: { type: 'string' },
  description: { type: 'string' },
  inputs: { type: ['object', 'boolean'] },
  dependsOn: list(text, { uniqueItems: true }),
  steps: list(step, { minItems: 1, maxItems: MAX_STEPS }),
  successActions: list(successAction),
  failureActions: list(failureAction),
  parameters: list(parameter),
  outputs,
});

export const ARAZZO_SCHEMA = object(['arazzo', 'info', 'sourceDescriptions', 'workflows'], {
  arazzo: { type: 'string', pattern: '^1\\.[01]\\.' },
  $self: { type: 'string', pattern: '^[^#]+$' },
  info: object(['title', 'version'], {
    title: { type: 'string' },
    version: { type: 'string' },
    summary: { type: 'string' },
    description: { type: 'string' },
  }),
  sourceDescriptions: list(
    object(['name', 'url'], { name, url: text, type: { enum: ['openapi', 'arazzo', 'asyncapi'] } }),
    { minItems: 1 },
  ),
  workflows: list(workflow, { minItems: 1, maxItems: MAX_WORKFLOWS }),
  components: object([], {
    inputs: map({ type: ['object', 'boolean'] }),
    parameters: map(parameter),
    successActions: map(successAction),
    failureActions: map(failureAction),
  }),
});
