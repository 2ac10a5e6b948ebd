import { z } from 'zod';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import { readableText } from '../language/text/readable-text.ts';
import { boundedList, boundedText, keyedById, readEntries } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { readScores } from '../model/engine/score-reading.ts';
import { excerptOf, LEFT_OUT } from '../offline-engine/passages/excerpt.ts';
import {
  createStatementScorer,
  type InformationNeed,
  type RankedStatement,
  rankStatements,
  type ReadablePassage,
  type StatementScore,
} from '../offline-engine/passages/passage-reading.ts';
import { describeQuoteReason, quoteReasonOf } from '../offline-engine/passages/quote-reasons.ts';
import { createStatementReader } from '../offline-engine/passages/statement-reading.ts';
import { systemText, tagged, taggedAnchor, UNDATED } from './prompt-text.ts';
import { gradeOf, RUBRIC_TEXT } from './relevance-scores.ts';

export const MAX_QUOTES = 3;
const MAX_INFORMATION_LENGTH = 400;
const MAX_QUOTE_LENGTH = 500;
const MAX_REASON_LENGTH = 120;

const information = boundedText(
  MAX_INFORMATION_LENGTH,
  'what it says about the task, in its own language; empty when nothing',
);
const quotation = boundedText(MAX_QUOTE_LENGTH, 'words of the passage, character by character, at least 20 characters');
const relevanceReason = boundedText(MAX_REASON_LENGTH, 'at most twelve words');

const extractedPassageSchema = z.object({
  id: z.string(),
  information,
  quotes: z.array(z.object({ text: z.string(), reason: z.string() })),
  /** Null: unknown. */
  relevance: z.number().min(0).max(1).nullable(),
  relevanceReason: z.string(),
});
/** What extraction reads: the entries of at least one passage, whichever form the answer has. */
const extractedFindingsSchema = z.preprocess(
  toPassages,
  z.object({ passages: z.array(extractedPassageSchema).min(1) }),
);

export interface ExtractFindingsStepInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
  readonly taskText: string;
  readonly need: InformationNeed;
  /** Information needs of the whole question and of each part; relevance is measured against them. */
  readonly anchorNeeds: readonly InformationNeed[];
  /** Only the sentences around the best statements of a long passage are shown. */
  readonly asExcerpts: boolean;
  /** All in one language. Ids are short and issued by code (`p1`). */
  readonly passages: readonly (ReadablePassage & { readonly id: string })[];
}

/**
 * Longer passages are reduced to the sentences around their best statements; in characters. Measured on questions over
 * 40 German laws: with 900, 30 of 31 excerpts contain the expected words, with 700, 26.
 */
const EXCERPT = { usual: 900, unknown: 2_400 };
/** For an excerpt, and for a whole passage: tables and lists make long ones. */
const MAX_PASSAGE_LENGTH = { excerpt: 3_000, whole: 8_000 };
/** Statements that score below this share of the passage's best are irrelevant. */
const SHARE_OF_BEST = 0.6;
/** A passage whose best statement scores less is irrelevant to the question. */
const LOWEST_SCORE = 0.14;

/** Extracts condensed information and exact quotes that serve the task. */
export const extractFindingsStep: ReasoningStep<ExtractFindingsStepInput, ExtractedFindings> = {
  name: 'extract-findings',
  role: 'small',
  version: 5,
  output: extractedFindingsSchema,
  asked: askedPassages,
  prompt: ({ anchor, approvedTasks, taskText, need, asExcerpts, passages }) => ({
    ids: passages.map(({ id }) => id),
    system: systemText(
      'You extract evidence from passages for a research task.',
      UNDATED,
      passages[0]?.language ?? 'und',
    ),
    user: [
      taggedAnchor(anchor, approvedTasks),
      tagged('task', taskText, 1_000),
      ...passages.map((passage) =>
        tagged(
          'passage',
          `${[passage.title, ...passage.headingPath].join(' > ')}\n${asExcerpts ? excerptOf(need, passage, EXCERPT) : passage.text.trim()}`,
          asExcerpts ? MAX_PASSAGE_LENGTH.excerpt : MAX_PASSAGE_LENGTH.whole,
          passage.id,
        ),
      ),
      `Give every id one entry, by its own passage alone; empty values where nothing serves the task.${asExcerpts ? ` ${LEFT_OUT} marks what is not shown.` : ''}`,
      'information: in one to three sentences of its own language, what the passage contributes to the task.',
      'quotes: up to three that must not be paraphrased: definitions, figures and thresholds, named norms, conditions and exceptions, statements whose wording is the point. Copy them exactly and whole, nothing left out in the middle.',
      `relevance: to the anchor, not to the task alone; ${RUBRIC_TEXT}.`,
    ].join('\n\n'),
  }),
  offline: ({ need, anchorNeeds, passages }) => ({
    passages: passages.map((passage) => ({ id: passage.id, ...extractByRule(need, anchorNeeds, passage) })),
  }),
};

function extractByRule(
  need: InformationNeed,
  anchorNeeds: readonly InformationNeed[],
  passage: ReadablePassage,
): Omit<ExtractedPassage, 'id'> {
  const statements = bestStatements(rankStatements(need, passage));
  const best = bestForAnchor(anchorNeeds, passage, statements);
  if (best === undefined || best.score < LOWEST_SCORE) {
    return { information: '', quotes: [], relevance: 0, relevanceReason: '' };
  }
  return {
    information: informationOf(statements, passage),
    quotes: statements.map(({ text }) => ({
      text,
      reason: describeQuoteReason(quoteReasonOf(readableText(text)), passage.language),
    })),
    relevance: gradeOf(best.score),
    relevanceReason: best.matchedWords.join(', '),
  };
}

/** The nearest statement of a passage, graded as it is; undefined for a passage without statements. */
export function extractNearest(
  need: InformationNeed,
  passage: ReadablePassage,
): Omit<ExtractedPassage, 'id'> | undefined {
  const [nearest] = rankStatements(need, passage);
  if (nearest === undefined) return undefined;
  const reason = describeQuoteReason(quoteReasonOf(readableText(nearest.text)), passage.language);
  return {
    information: informationOf([nearest], passage),
    quotes: [{ text: nearest.text, reason }],
    relevance: gradeOf(nearest.score),
    relevanceReason: nearest.matchedWords.join(', '),
  };
}

function bestStatements(ranked: readonly RankedStatement[]): RankedStatement[] {
  const bar = (ranked[0]?.score ?? 0) * SHARE_OF_BEST;
  const chosen: RankedStatement[] = [];
  for (const statement of ranked) {
    if (chosen.length === MAX_QUOTES || statement.score < bar) break;
    const overlaps = chosen.some(({ start, end }) => statement.start < end && start < statement.end);
    if (!overlaps) chosen.push(statement);
  }
  return chosen;
}

/** The score of the statement that serves the anchor best: a passage may answer only one part of the question. */
function bestForAnchor(
  needs: readonly InformationNeed[],
  passage: ReadablePassage,
  statements: readonly RankedStatement[],
): StatementScore | undefined {
  const scores = needs.flatMap((need) => statements.map(createStatementScorer(need, passage)));
  return scores.sort((a, b) => b.score - a.score)[0];
}

/**
 * A list's introduction appears once, before its first entry. Rows and code stay separate: next to sentences they would
 * contribute words that the sentences do not contain.
 */
function informationOf(statements: readonly RankedStatement[], passage: ReadablePassage): string {
  const read = createStatementReader(passage);
  const prose = statements.filter(({ isProse }) => isProse);
  const said = (prose.length > 0 ? prose : statements).flatMap((statement) => {
    const { lead, words } = read(statement);
    return lead === '' ? [readableText(statement.introduction), words] : [`${lead}${words}`];
  });
  return [...new Set(said)].filter((text) => text !== '').join(' ');
}

/** What extraction asks for: a key for each passage. */
function askedPassages(ids: readonly string[]): z.ZodType {
  const quotes = boundedList(quotation, MAX_QUOTES, 'at most three');
  const relevance = z.number().min(0).max(1).describe('relevance on the rubric');
  return keyedById(ids, z.object({ information, quotes, relevance, relevanceReason }));
}

/** The contribution of one passage. */
export type ExtractedPassage = z.infer<typeof extractedPassageSchema>;

export type ExtractedFindings = z.infer<typeof extractedFindingsSchema>;

function toPassages(answer: unknown): unknown {
  const entries = readEntries(answer, ['information', 'quotes']);
  const relevances = readScores(entries?.map((entry) => entry['relevance']) ?? []);
  return {
    passages: entries?.map((entry, index) => ({
      id: entry.id,
      information: entry['information'] ?? '',
      quotes: quotesIn(entry['quotes']),
      relevance: relevances[index] ?? null,
      relevanceReason: relevanceReason.safeParse(entry['relevanceReason']).data ?? '',
    })),
  };
}

/** Quotations alone, or with the reason that some models add. */
function quotesIn(quotes: unknown): { readonly text: string; readonly reason: string }[] {
  const given: readonly unknown[] = Array.isArray(quotes) ? quotes : [quotes];
  return given.flatMap((quote) => {
    if (typeof quote === 'string') return [{ text: quote, reason: '' }];
    const parsed = z.object({ text: z.string(), reason: z.string().catch('') }).safeParse(quote);
    return parsed.success ? [parsed.data] : [];
  });
}
