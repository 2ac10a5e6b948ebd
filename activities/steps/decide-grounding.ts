import { z } from 'zod';
import type { DecideGroundingInput } from '../../workflows/contracts/answers/answer-activities.ts';
import { type GroundingDecision, groundingSchema } from '../../workflows/contracts/answers/answer.ts';
import { type MessageKind, messageKindOf } from '../conversations/message-kind.ts';
import { boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemOpening, tagged, UNDATED } from './prompt-text.ts';
import { taggedMemory } from './tagged-context.ts';

export type DecideGroundingStepInput = Pick<
  DecideGroundingInput,
  'rewrittenPrompt' | 'language' | 'hasCatalogues' | 'hasDocuments' | 'hasWeb' | 'memory'
>;

export const decidedGroundingSchema = z.object({
  grounding: z.preprocess(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    groundingSchema.describe('what the answer has to rest on'),
  ),
  reason: boundedText(200, 'why, in a few words'),
});

const BY_KIND: Readonly<Record<MessageKind, GroundingDecision>> = {
  courtesy: { grounding: 'none', reason: 'it greets, thanks or agrees' },
  doubt: { grounding: 'none', reason: 'it asks what the last answer rests on' },
  assistant: { grounding: 'none', reason: 'it asks about the assistant itself' },
  task: { grounding: 'none', reason: 'it holds all that it needs: a calculation, a translation, a text to work on' },
  overview: { grounding: 'hybrid', reason: 'it asks for an overview' },
  question: { grounding: 'full', reason: 'it asks for something specific' },
};

/** Decides whether an answer needs sources, and how thoroughly they are searched. */
export const decideGroundingStep: ReasoningStep<DecideGroundingStepInput, GroundingDecision> = {
  name: 'decide-grounding',
  role: 'small',
  version: 2,
  output: decidedGroundingSchema,
  prompt: ({ rewrittenPrompt, hasCatalogues, hasDocuments, hasWeb, memory }) => ({
    system: systemOpening('You decide what the answer to a message has to rest on.', UNDATED, 'en'),
    user: [
      tagged('message', rewrittenPrompt, 8_000),
      ...taggedMemory({ memory }),
      `There are: ${sourcesOf({ hasCatalogues, hasDocuments, hasWeb })}.`,
      '- none: nothing has to be looked up. Greetings, thanks, questions about the assistant itself, calculations, and work on a text that the message holds (translate, rewrite, shorten).',
      '- hybrid: a broad first look at a subject is enough. The person wants an overview, an introduction or a summary, and no single fact decides the answer.',
      '- full: everything else. A specific question, a comparison, a figure, a name, a rule, a wish for products, places or offers.',
      'Never choose none because you know the answer: facts about the world need sources. In doubt choose full.',
    ].join('\n\n'),
  }),
  offline({ rewrittenPrompt, hasDocuments, hasWeb }) {
    const decision = BY_KIND[messageKindOf(rewrittenPrompt)];
    const hasOverview = hasDocuments || hasWeb;
    if (decision.grounding !== 'hybrid' || hasOverview) return decision;
    return { grounding: 'full', reason: `${decision.reason}, and only catalogues can be searched` };
  },
};

function sourcesOf({
  hasCatalogues,
  hasDocuments,
  hasWeb,
}: Pick<DecideGroundingInput, 'hasCatalogues' | 'hasDocuments' | 'hasWeb'>): string {
  const named = [
    ...(hasDocuments ? ['documents of the person'] : []),
    ...(hasCatalogues ? ['catalogues of offers'] : []),
    ...(hasWeb ? ['the web'] : []),
  ];
  return named.join(', ');
}
