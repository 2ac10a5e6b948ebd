import type {
  AnswerPlan,
  AnswerResult,
  AnswerStep,
  FilterExtraction,
  GroundingDecision,
  Interpretation,
} from '@plumbline/contracts/answers/answer';
import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import type { FoundItem } from '@plumbline/contracts/answers/catalogue-activities';
import { QUOTE_TEXT, reasoned, scriptedDraft, scriptedFinding } from './scripted-evidence.ts';

export function interpretationOf(rewrittenPrompt: string, changes: Partial<Interpretation> = {}): Interpretation {
  return {
    rewrittenPrompt,
    language: 'en',
    confidence: 0.9,
    alternatives: [],
    conflicts: [],
    needsClarification: false,
    keyEntities: [],
    namedReferences: [],
    ...changes,
  };
}

type PlanChanges = Partial<Interpretation> & {
  readonly filters?: Partial<FilterExtraction>;
  readonly grounding?: GroundingDecision['grounding'];
  readonly memory?: AnswerPlan['memory'];
};

/** What is done for a message that is understood as it stands: its catalogue, if it has one, and the documents are searched. */
export function planOf(
  message: string,
  { filters, grounding = 'full', memory = [], ...read }: PlanChanges = {},
): AnswerPlan {
  const extraction = { vertical: 'other', extracted: {}, merged: {}, preference: '', ...filters };
  return {
    interpretation: interpretationOf(message, read),
    filters: extraction,
    decision: { grounding, reason: 'a question' },
    steps: stepsFor(message, extraction),
    memory,
  };
}

/** Searches of the catalogue that the filters are for, and of the documents. */
export function stepsFor(query: string, { vertical, merged, preference, named }: FilterExtraction): AnswerStep[] {
  const catalogue = { tool: 'catalogue' as const, vertical, query, filters: merged, preference, named };
  return [...(vertical === 'other' ? [] : [catalogue]), { tool: 'documents', vertical: 'other', query }];
}

/** An item of the hotel catalogue. */
export function scriptedItem(itemId: string, score: number): FoundItem {
  const card = { itemId, vertical: 'hotel', title: itemId, subtitle: '', fields: [], url: null };
  const attributes = [{ name: 'price', label: 'price', value: String(itemId.length) }];
  return {
    card,
    attributes,
    description: `${itemId}.`,
    score,
    finding: { ...scriptedFinding(`cataloguef${itemId.length}`, itemId), taskId: 'catalogue' },
  };
}

/** Both caches in memory, as the store keeps them. */
export function createScriptedCaches() {
  const answers = new Map<string, { readonly result: AnswerResult; readonly expiresAt: string }>();
  const plans = new Map<string, { readonly plan: AnswerPlan; readonly expiresAt: string }>();
  const activities: Pick<AnswerActivities, 'recallAnswer' | 'rememberPlan' | 'recordAnswer'> = {
    async recallAnswer({ answerKey, planKey, now }) {
      const answer = answers.get(answerKey ?? '');
      const plan = plans.get(planKey ?? '');
      return {
        answer: answer !== undefined && answer.expiresAt > now ? answer.result : null,
        plan: plan !== undefined && plan.expiresAt > now ? plan.plan : null,
      };
    },
    async rememberPlan({ planKey, plan, expiresAt }) {
      plans.set(planKey, { plan, expiresAt });
    },
    async recordAnswer({ result, cache }) {
      if (cache !== null) answers.set(cache.answerKey, { result, expiresAt: cache.expiresAt });
    },
  };
  return { answers, plans, activities };
}

/** Activities that answer every message from one good passage; nothing is remembered in caches. */
export const wellBehavedAnswers: AnswerActivities = {
  recallAnswer: async () => ({ answer: null, plan: null }),
  rememberPlan: async () => undefined,
  recallMemory: async () => ({ entries: [], findings: [], version: '', notes: [] }),
  manageMemory: async () => ({ operations: [], notes: [], findings: [], reply: null }),
  understandMessage: async ({ message }) => reasoned(planOf(message)),
  searchCatalogue: async ({ filters }) => ({
    items: [scriptedItem('a', 0.9), scriptedItem('bb', 0.8)],
    assumed: [],
    comparable: ['price'],
    filterSummary: Object.values(filters).join(', '),
    notes: [],
  }),
  answerGenerally: async () => reasoned({ text: 'Hello.' }),
  composeAnswer: async ({ findings }) =>
    reasoned(
      scriptedDraft(
        findings.length === 0 ? [] : [{ text: QUOTE_TEXT, citations: [findings[0]?.quotes[0]?.key ?? ''] }],
      ),
    ),
  critiqueAnswer: async () => reasoned({ isSufficient: true, missing: '', steps: [] }),
  renderAnswer: async ({ draft }) => ({
    summary: draft.summary.map(({ text }, index) => `${text} [${index + 1}]`).join(' '),
    citations: [],
    found: null,
    sources: [],
    citationOfItem: {},
    followUps: [],
  }),
  recordAnswer: async () => undefined,
  noteStage: async () => undefined,
  recordFeedback: async () => undefined,
};
