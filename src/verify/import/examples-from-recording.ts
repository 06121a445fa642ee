// Examples from a recording, as an OpenAPI Overlay 1.0.0.

import { createSampler } from '../../mock/samples/generate/sampler.ts';
import type { BodyMediaType } from '../../openapi/content.ts';
import type { Document } from '../../openapi/document.ts';
import { findSecretNames } from '../../openapi/find-secret-names.ts';
import type { SchemaDirection } from '../../openapi/schema/schema-validators.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';
import type { CredentialForms } from '../../server/pipeline/security/credential-forms.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { MatchedExchange } from './match-recording.ts';
import { redactCredentials, withoutSecrets } from './recording-redaction.ts';
import { selectExchanges } from './select-exchanges.ts';

/** An action of an overlay. */
interface Action {
  readonly target: string;
  readonly update?: object;
  readonly remove?: true;
}

export interface RecordedExamples {
  readonly overlay: {
    readonly overlay: string;
    readonly info: { readonly title: string; readonly version: string };
    readonly actions: readonly Action[];
  };
  readonly count: number;
  /** Omitted parts with the reason, a sentence each. */
  readonly notices: readonly string[];
}

export async function examplesFromRecording(
  document: Document,
  recorded: readonly MatchedExchange[],
  credentials: CredentialForms,
): Promise<RecordedExamples> {
  const sampler = await createSampler(document);
  const actions: Action[] = [];
  const alone = new Set<string>();
  const unfit: string[] = [];
  let count = 0;
  const isAllowed = ({ decoded: { type, value } }: MatchedExchange) =>
    type?.schema === undefined || document.validate(type.schema, value, 'response').length === 0;
  for (const one of [...selectExchanges(recorded, isAllowed).values()].flat()) {
    const { operation, number, response, request, decoded } = one;
    const name = `recorded${number}`;
    const type =
      response.status < 300 ? operation.body?.mediaTypes.find((each) => isJsonOf(each, request.headers)) : undefined;
    const sent = type && jsonIn(request.body);
    const added = [
      ...(type && sent !== undefined ? [add(one, type, sent, 'request', name)] : []),
      ...(decoded.type && decoded.value !== undefined ? [add(one, decoded.type, decoded.value, 'response', name)] : []),
    ];
    if (added.some(Boolean)) count += 1;
  }
  return {
    overlay: {
      overlay: '1.0.0',
      info: { title: `Recorded examples of ${document.source.bundled.info.title}`, version: '1.0.0' },
      actions,
    },
    count,
    notices:
      unfit.length === 0
        ? []
        : [
            `Skipped, because the document does not allow it: ${unfit.slice(0, 5).join('; ')}${unfit.length > 5 ? ` and ${unfit.length - 5} more` : ''}.`,
          ],
  };

  /** Adds an example to a media type; all responses that refer to it have it then. */
  function add(
    { operation, number }: MatchedExchange,
    type: BodyMediaType,
    value: unknown,
    direction: SchemaDirection,
    name: string,
  ): boolean {
    const plain = redactCredentials(value, credentials);
    const names = findSecretNames(operation);
    const shown = withoutSecrets(plain, type.schema, {
      references: document.references,
      sampler,
      names,
      direction,
      all: true,
    });
    const [finding] = type.schema ? document.validate(type.schema, shown, direction) : [];
    if (finding) {
      unfit.push(`request ${number} of ${operation.id}, ${direction} ${finding.pointer} ${finding.message}`);
      return false;
    }
    const target = jsonPathOf(type.part.pointer);
    const given = type.part.value.example;
    // A media type has one example, or several by names (OpenAPI 3.0.3, section 4.7.14.1).
    if (given !== undefined && !alone.has(target)) {
      alone.add(target);
      actions.push({ target: `${target}['example']`, remove: true });
      actions.push({ target, update: { examples: { given: { value: given } } } });
    }
    actions.push({ target, update: { examples: { [name]: { value: shown } } } });
    return true;
  }
}

function isJsonOf({ type }: BodyMediaType, headers: MatchedExchange['request']['headers']): boolean {
  const [, sent = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const bare = (text: string) => text.replace(/;.*$/s, '').trim().toLowerCase();
  return /json$/.test(bare(type)) && bare(type) === bare(sent);
}

/** The JSONPath of a place (RFC 9535, section 2.3.1.1). */
function jsonPathOf(pointer: string): string {
  const steps = pointerSegments(pointer).map(
    (step) => `['${JSON.stringify(step).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`,
  );
  return `$${steps.join('')}`;
}
