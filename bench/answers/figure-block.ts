import type { TierPrecision } from './evidence-scores.ts';
import { lossOf } from './funnel.ts';
import type { QuestionFigures } from './question-figures.ts';
import { addCounts, type Count, countTrue, meanOf, shareOf, shareTrue } from './share.ts';

/** Figures over some questions. Shares are 0..1, and null where they would be shares of nothing. */
export interface FigureBlock {
  /** Number of questions that the documents can answer. */
  readonly answerable: number;
  /** Mean over the answerable questions of the share of their expected phrases that are quoted. */
  readonly phraseQuoted: number | null;
  /** Share of the questions with all demanded entries anywhere in the claims. */
  readonly mustContain: number | null;
  /** Share of all demanded entries. */
  readonly mustContainEntries: number | null;
  /** Share of the questions with all entries in the direct answer. */
  readonly firstSentenceAnswers: number | null;
  /** Findings that validation dropped, of all findings. */
  readonly driftShare: number | null;
  /** Claims of answerable questions from places that carry no answer, of all their claims; shown passages are none. */
  readonly residualDrift: number | null;
  readonly languagePurity: number | null;
  readonly quoteExactness: number | null;
  readonly traceable: number | null;
  /** Of the reports whose run was answered with the clarification. */
  readonly clarificationUsed: number | null;
  /** Mean, 0..100. */
  readonly queryAdherence: number | null;
  readonly unanswerableRecognised: Count;
  readonly answerableRefused: Count;
  readonly ambiguousAsked: Count;
  /** Runs that asked back although the question is clear. */
  readonly needlesslyAsked: Count;
  /** Questions in another language than all documents, and how many reports say so with what to configure. */
  readonly crossLanguage: { readonly n: number; readonly saidSo: number };
  /** Findings that reached the report's record from places with an answer, of all of their tier. */
  readonly precisionPerTier: TierPrecision;
  readonly failedRuns: number;
  readonly secondsPerQuestion: number | null;
}

export function summarise(figures: readonly QuestionFigures[]): FigureBlock {
  const shareOver = (count: (figure: QuestionFigures) => Count) => shareOf(addCounts(figures.map(count)));
  const tier = (number: 1 | 2 | 3) => addCounts(figures.map(({ precisionPerTier }) => precisionPerTier[number]));
  const crossLanguage = countTrue(figures.map(({ evidenceLanguageSaid }) => evidenceLanguageSaid));
  return {
    answerable: figures.filter(({ question }) => !question.unanswerable).length,
    phraseQuoted: meanOf(figures.map(({ phrases }) => shareOf(phrases))),
    mustContain: shareTrue(figures.map(({ mustContain }) => mustContain)),
    mustContainEntries: shareOver(({ entries }) => entries),
    firstSentenceAnswers: shareTrue(figures.map(({ firstSentenceAnswers }) => firstSentenceAnswers)),
    driftShare: shareOver(({ dropped }) => dropped),
    residualDrift: shareOver(({ residualDrift }) => residualDrift),
    languagePurity: shareOver(({ ownLanguage }) => ownLanguage),
    quoteExactness: shareOver(({ exactQuotes }) => exactQuotes),
    traceable: shareOver(({ traceable }) => traceable),
    clarificationUsed: shareTrue(figures.map(({ clarificationUsed }) => clarificationUsed)),
    queryAdherence: meanOf(figures.map(({ queryAdherence }) => queryAdherence)),
    unanswerableRecognised: countTrue(figures.map(({ unanswerableRecognised }) => unanswerableRecognised)),
    answerableRefused: countTrue(figures.map(({ answerableRefused }) => answerableRefused)),
    ambiguousAsked: countTrue(figures.map(({ ambiguousAsked }) => ambiguousAsked)),
    needlesslyAsked: countTrue(figures.map(({ needlesslyAsked }) => needlesslyAsked)),
    crossLanguage: { n: crossLanguage.n, saidSo: crossLanguage.count },
    precisionPerTier: { 1: tier(1), 2: tier(2), 3: tier(3) },
    failedRuns: figures.filter(({ failure }) => failure !== null).length,
    secondsPerQuestion: meanOf(figures.map(({ seconds }) => seconds)),
  };
}

/** German and English are always there, so that both columns are always there. */
export function byLanguage<Block>(
  figures: readonly QuestionFigures[],
  summariseSome: (figures: readonly QuestionFigures[]) => Block,
): Record<string, Block> {
  const languages = new Set(['de', 'en', ...figures.map(({ question }) => question.language)]);
  return Object.fromEntries(
    [...languages].map((language) => [
      language,
      summariseSome(figures.filter(({ question }) => question.language === language)),
    ]),
  );
}

/** One question's line in the JSON: the block over it alone, and what explains it. */
export function describeQuestion(figures: QuestionFigures): object {
  const { question, researchId, askedBack, foreignSentences, faults, failure } = figures;
  const { id, language, expect, about } = question;
  const document = expect[0]?.file ?? about ?? null;
  const passages = figures.passages.map(({ expected, ...fate }) => ({ ...expected, ...fate, lostAt: lossOf(fate) }));
  const causes = { askedBack, passages, foreignSentences, faults, failure };
  return {
    id,
    language,
    question: question.question,
    document,
    researchId,
    ...summarise([figures]),
    ...causes,
  };
}
