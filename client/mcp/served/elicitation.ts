import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { PendingClarification } from '../../../workflows/contracts/research/clarification.ts';

const capabilitiesSchema = z.looseObject({ elicitation: z.looseObject({}).optional() });

/** Whether the client can show its person a form. */
export function canAskPerson(server: McpServer, { mcpReq }: ServerContext): boolean {
  // Newer clients say it with every request, older ones once.
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const told = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = capabilitiesSchema.safeParse(told).data?.elicitation;
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

/** What a person did with a form. `answers` are those that are not empty. */
export type FormOutcome =
  | { readonly action: 'unasked' }
  | { readonly action: 'declined' }
  | {
      readonly action: 'submitted';
      readonly answers: readonly { readonly questionId: string; readonly text: string }[];
    };

/** What became of the form with these questions, if this call has shown it already. */
export function formOutcome(pending: PendingClarification, { mcpReq }: ServerContext): FormOutcome {
  const response = inputResponse(mcpReq.inputResponses, keyOf(pending));
  if (response.kind !== 'elicit') return { action: 'unasked' };
  if (response.action !== 'accept') return { action: 'declined' };
  const given = z.record(z.string(), z.unknown()).parse(response.content ?? {});
  const answers = openQuestions(pending).flatMap(({ questionId }) => {
    const text = given[questionId];
    return typeof text === 'string' && text.trim() !== '' ? [{ questionId, text: text.trim() }] : [];
  });
  return { action: 'submitted', answers };
}

/** Asks the person these questions; the call comes again with what became of the form. */
export function showForm(pending: PendingClarification): InputRequiredResult {
  const fields = openQuestions(pending).map(({ questionId, text, reason }) => [
    questionId,
    { type: 'string' as const, title: text, description: reason },
  ]);
  const form = inputRequired.elicit({
    mode: 'form',
    message: 'The research asks back. Leave all fields empty to go on with its assumptions.',
    requestedSchema: { type: 'object', properties: Object.fromEntries(fields) },
  });
  return inputRequired({ inputRequests: { [keyOf(pending)]: form } });
}

export function openQuestions({ questions, answeredQuestionIds }: PendingClarification) {
  return questions.filter(({ questionId }) => !answeredQuestionIds.includes(questionId));
}

function keyOf({ round }: PendingClarification): string {
  return `round-${round}`;
}
