// Lines below findings that explain their terms, and the variables of their commands.

import { STARTING_REQUEST } from '../cases/test-case.ts';
import { variableLines } from './curl.ts';
import { type FindingReport, isAboutDocument } from './report.ts';

const START_NOTE = `The ${STARTING_REQUEST} of an operation is the first one that the server accepted. The others change something in it.`;

/** None if the findings need no explanation. */
export function findingNotes(findings: readonly FindingReport[]): readonly string[] {
  const texts = findings.flatMap(({ message, variants }) => [message, ...variants]);
  return [
    ...(texts.some((one) => one.includes(STARTING_REQUEST)) ? [START_NOTE] : []),
    ...variableLines(findings.flatMap(commandsOf)),
  ];
}

/** The `curl` commands of a finding. */
export function commandsOf(one: FindingReport): readonly string[] {
  return isAboutDocument(one) ? [] : [one, ...one.otherExamples].map(({ request }) => request.curl);
}
