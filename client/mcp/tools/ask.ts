import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/server';
import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { z } from 'zod';
import { tellStages } from '../../conversations/answer-watching.ts';
import { type MessageToAsk, messageToAsk } from '../../service/message-to-ask.ts';
import { requireSources, SOURCE_NAMES, userOf } from '../schemas/choices.ts';
import { askInput } from '../schemas/conversations.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { defineTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';
import { toCitation } from './research-report.ts';

/** `ask`: a message of a conversation, answered with citations. */
export function addAsk(server: McpServer, context: McpContext): void {
  const inputSchema = askInput(context.settings);
  defineTool({ server, context }, 'ask', {
    title: 'Ask the documents',
    description:
      'Answer a question from the documents within seconds, with checked quotations; sessionId goes on with a conversation. For questions that need many sources or a report use research_start.',
    inputSchema,
    annotations: { destructiveHint: false, openWorldHint: context.settings.sources.web !== null },
    names: {
      ...SOURCE_NAMES,
      message: 'nothing',
      sessionId: 'session',
      messageId: 'message',
      catalogues: 'nothing',
      userId: 'user',
    },
    handle: (input, call) => ask(context, input, call),
  });
}

async function ask(
  context: McpContext,
  input: z.infer<ReturnType<typeof askInput>>,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { settings } = context;
  const { messageId = randomUUID(), userId } = input;
  if (input.sessionId === undefined) requireSources(context);
  const access = await context.access(call.signal);
  const request = {
    ...input,
    messageId,
    userId: userOf(settings, userId),
    history: [],
    rewriteVariant: 'standard' as const,
    research: false,
  };
  const asked = await messageToAsk({ access, settings }, request, false);
  await call.progress('looking for an answer');
  const patience = AbortSignal.timeout(settings.pace.patienceMs);
  const signal = AbortSignal.any([call.signal, patience]);
  try {
    const { sessionId, scope, ask: sent } = asked;
    const { conversations } = access;
    const answering = conversations.ask({ sessionId, scope, ask: sent, signal });
    const watched = { conversations, sessionId: () => sessionId, tell: call.progress, signal };
    return toAnswer(await tellStages(answering, { ...watched, lookEveryMs: settings.pace.lookMs }), messageId);
  } catch (error) {
    if (call.signal.aborted || !patience.aborted) throw error;
    return toPending(asked);
  }
}

function toPending({ sessionId, ask: { messageId } }: MessageToAsk): ToolAnswer {
  const nextStep = `Ask again with the same message, messageId ${messageId} and sessionId ${sessionId}: it is answered once.`;
  const data = {
    isPending: true,
    sessionId,
    messageId,
    answerId: null,
    text: '',
    needsClarification: false,
    clarificationQuestions: [],
    citations: [],
    confidence: null,
    isUngrounded: false,
    followUpSuggestions: [],
    notes: [],
    nextStep,
  };
  return { say: `The answer takes longer and goes on. ${nextStep}`, data };
}

function toAnswer(answer: AnswerResult, messageId: string): ToolAnswer {
  const { sessionId, answerId, summary, needsClarification, clarificationQuestions, isUngrounded } = answer;
  const citations = answer.citations.map(toCitation);
  const nextStep = needsClarification
    ? `Put the questions to the person, and send what the person says with sessionId ${sessionId}.`
    : `Go on with sessionId ${sessionId}.`;
  const what = needsClarification
    ? 'No answer yet: it asks back.'
    : isUngrounded
      ? 'This answer has no source.'
      : 'Answer with its quotations.';
  const data = {
    isPending: false,
    sessionId,
    messageId,
    answerId,
    text: summary,
    needsClarification,
    clarificationQuestions,
    citations,
    confidence: answer.ui.answerConfidence,
    isUngrounded,
    followUpSuggestions: answer.followUpSuggestions,
    notes: answer.notes,
    nextStep,
  };
  const notes = answer.notes.map((note) => `${answer.interpretation.language === 'de' ? 'Hinweis' : 'note'}: ${note}`);
  const sources = citations.map(({ number, title, locator, quote }) => `[${number}] ${title} (${locator}): “${quote}”`);
  return { say: `${what} ${nextStep}`, quote: [summary, ...sources, ...notes].join('\n\n'), data };
}
