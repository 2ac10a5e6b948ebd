import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { trustOf } from '@plumbline/contracts/report/trust';
import { contentTerms } from '@plumbline/language/terms';
import type { BlobStore } from '@plumbline/storage/blobs';
import { answersWith, countEntries, quotesPhrase, recognisesNoAnswer, saysEvidenceLanguage } from './answer-scores.ts';
import { countPrecisionPerTier, measureEvidence, type TierPrecision } from './evidence-scores.ts';
import { createEvidenceWalk, type EvidenceWalk } from './evidence-walk.ts';
import { isExpectedPlace } from './expected-place.ts';
import { type PassageFate, tracePassage } from './funnel.ts';
import type { ExpectedPassage, Question } from './question-file.ts';
import { countLanguages } from './report-prose.ts';
import type { RunSteps } from './run-steps.ts';
import { type Count, countOf, NOTHING } from './share.ts';

/** A question's run, as observed from outside. */
export interface AskedQuestion {
  readonly question: Question;
  readonly researchId: string;
  /** Questions that the run asked back, also those of a first run that was repeated with the clarification. */
  readonly askedBack: readonly string[];
  /** The report's own run was answered with the clarification. */
  readonly isClarified: boolean;
  /** Wall time of the run behind the report, from start to end. */
  readonly seconds: number;
  /** No document is in the question's language. */
  readonly isCrossLanguage: boolean;
  /** Null when the run ended without a readable report. */
  readonly report: { readonly record: ResearchRecord; readonly markdown: string } | null;
  /** Of the run behind the report. */
  readonly steps: RunSteps;
  /** For each expected passage the ids of the stored passages that hold it. */
  readonly expectedIds: readonly ReadonlySet<string>[];
  /** Why there is no report. */
  readonly failure: string | null;
}

/** The scores of one question's report. Null: does not apply to this question. */
export interface QuestionFigures {
  readonly question: Question;
  readonly researchId: string;
  readonly phrases: Count;
  readonly mustContain: boolean | null;
  readonly entries: Count;
  readonly firstSentenceAnswers: boolean | null;
  readonly dropped: Count;
  readonly residualDrift: Count;
  readonly ownLanguage: Count;
  readonly exactQuotes: Count;
  readonly traceable: Count;
  readonly clarificationUsed: boolean | null;
  /** Whole percent of the statements, as the judge of a model's report says. */
  readonly queryAdherence: number | null;
  readonly unanswerableRecognised: boolean | null;
  readonly answerableRefused: boolean | null;
  readonly ambiguousAsked: boolean | null;
  readonly needlesslyAsked: boolean | null;
  /** Null where the documents are in the question's language. */
  readonly evidenceLanguageSaid: boolean | null;
  readonly precisionPerTier: TierPrecision;
  readonly seconds: number;
  readonly askedBack: readonly string[];
  /** How far each expected passage came. */
  readonly passages: readonly PassageFate[];
  readonly foreignSentences: readonly string[];
  /** Why claims cannot be traced, or quotations are not exact. */
  readonly faults: readonly string[];
  readonly failure: string | null;
}

/** @param documents comparable text of the expected files */
export async function measureQuestion(
  asked: AskedQuestion,
  documents: ReadonlyMap<string, string>,
  blobs: Pick<BlobStore, 'getText'>,
): Promise<QuestionFigures> {
  const without = measureWithoutReport(asked);
  if (asked.report === null) return without;
  const { question } = asked;
  const { record, markdown } = asked.report;
  const isAnswerable = !question.unanswerable;
  const walk = createEvidenceWalk(record, blobs);
  const isQuoted = (expected: ExpectedPassage): boolean => quotesPhrase(record, expected, documents);
  const { entries, allInAnswer, allInSummary } = countEntries(question, record);
  const { adherence } = trustOf(record.report, record.anchor);
  const language = countLanguages(markdown, record);
  return {
    ...without,
    ...(await measureEvidence(question, record, walk)),
    passages: question.expect.map((expected, index) =>
      tracePassage(expected, asked.expectedIds[index] ?? new Set(), asked.steps, record, isQuoted(expected)),
    ),
    phrases: countOf(question.expect, isQuoted),
    mustContain: allInAnswer,
    entries,
    firstSentenceAnswers: allInSummary,
    dropped: countDropped(record),
    ownLanguage: { count: language.sentences - language.foreign.length, n: language.sentences },
    clarificationUsed: asked.isClarified ? await usesClarification(question, record, walk) : null,
    queryAdherence: adherence === null ? null : Math.round((100 * adherence.count) / adherence.of),
    unanswerableRecognised: isAnswerable ? null : recognisesNoAnswer(record, markdown),
    answerableRefused: isAnswerable ? !answersWith(record) : null,
    evidenceLanguageSaid: asked.isCrossLanguage ? saysEvidenceLanguage(record, markdown) : null,
    precisionPerTier: isAnswerable ? await countPrecisionPerTier(question, record, walk) : without.precisionPerTier,
    foreignSentences: language.foreign,
  };
}

/** A run without a report answers nothing and recognises nothing. */
function measureWithoutReport(asked: AskedQuestion): QuestionFigures {
  const { question, askedBack, researchId, seconds, isCrossLanguage, failure } = asked;
  const isAnswerable = !question.unanswerable;
  const hasEntries = isAnswerable && question.mustContain.length > 0;
  return {
    question,
    researchId,
    phrases: { count: 0, n: question.expect.length },
    mustContain: hasEntries ? false : null,
    entries: { count: 0, n: question.mustContain.length },
    firstSentenceAnswers: hasEntries ? false : null,
    dropped: NOTHING,
    residualDrift: NOTHING,
    ownLanguage: NOTHING,
    exactQuotes: NOTHING,
    traceable: NOTHING,
    clarificationUsed: asked.isClarified ? false : null,
    queryAdherence: null,
    unanswerableRecognised: isAnswerable ? null : false,
    answerableRefused: isAnswerable ? false : null,
    ambiguousAsked: question.ambiguous ? askedBack.length > 0 : null,
    needlesslyAsked: question.ambiguous ? null : askedBack.length > 0,
    evidenceLanguageSaid: isCrossLanguage ? false : null,
    precisionPerTier: { 1: NOTHING, 2: NOTHING, 3: NOTHING },
    seconds,
    askedBack,
    passages: question.expect.map((expected) => ({ expected, reached: 'expected', rank: null })),
    foreignSentences: [],
    faults: [],
    failure,
  };
}

/** Findings that validation took out, of all that it saw. */
function countDropped({ drift }: ResearchRecord): Count {
  const tiers = drift?.tiers ?? [];
  const total = tiers.reduce((sum, tier) => sum + tier.total, 0);
  return { count: total - tiers.reduce((sum, tier) => sum + tier.kept, 0), n: total };
}

/**
 * Whether a clarified report uses the user's answer: as the judge of a model's report says; else either a content word that only the clarification introduced is in
 * the text of a task or in words that the report cites; or the record holds a clarification summary and the first claim
 * rests on a passage that carries the clarified answer.
 */
async function usesClarification(question: Question, record: ResearchRecord, walk: EvidenceWalk): Promise<boolean> {
  const { report, anchor, plan, clarificationSummary } = record;
  const judged = trustOf(report, anchor).clarificationUse;
  if (judged !== null) return judged.count > 0;
  const texts = [...(plan?.tasks ?? []).map(({ text }) => text), ...report.citations.map(({ quote }) => quote.text)];
  if (introducesWordOf(question, texts)) return true;
  const [key] = report.summary[0]?.citations ?? [];
  if (clarificationSummary === null || key === undefined) return false;
  const { finding, passageText } = await walk.walk(key);
  return finding !== null && isExpectedPlace({ ...finding, passageText }, question);
}

function introducesWordOf({ question, clarification = '', language }: Question, texts: readonly string[]): boolean {
  const stemsOf = (text: string) => contentTerms(text, language).map(({ stem }) => stem);
  const known = new Set(stemsOf(question));
  const introduced = new Set(stemsOf(clarification).filter((stem) => !known.has(stem)));
  return texts.some((text) => stemsOf(text).some((stem) => introduced.has(stem)));
}
