import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { Passage } from '@plumbline/contracts/evidence/source';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { contentTerms } from '@plumbline/language/terms';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { createAssessClarity } from '../../activities/entries/research/assess-clarity.ts';
import { gradeFindings } from '../../activities/entries/research/classify-tiers.ts';
import { createExtractQuotes } from '../../activities/entries/research/extract-quotes.ts';
import { createValidateRelevance } from '../../activities/entries/research/validate-relevance.ts';
import { withGrades } from '../../workflows/domain/context-tier.ts';
import type { IndexedFolder } from './evaluation-world.ts';
import { holdsPhrase, isAt, isExpectedPlace, type Place } from './expected-place.ts';
import type { Question } from './question-file.ts';

const SETTINGS = researchSettingsSchema.parse({});
const FIRST_RETRIEVAL = 20;

/** A question as its run would see it: frozen, with one task that is the question itself. */
export interface AnchoredQuestion {
  readonly question: Question;
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  /** The indexed passages that hold its expected phrases. */
  readonly passages: readonly StoredPassage[];
}

/** The project's own grading and validation, called without a workflow. */
export interface Grading {
  anchorQuestion(question: Question): Promise<AnchoredQuestion>;
  /** What the question's task takes from a passage, graded; null when nothing. */
  extract(asked: AnchoredQuestion, passage: StoredPassage, findingId: string): Promise<Finding | null>;
  /** Final relevance of each finding against the question. */
  validate(asked: AnchoredQuestion, findings: readonly Finding[]): Promise<(number | null)[]>;
}

export function createGrading({ corpusId, stores }: IndexedFolder, today: string, signal: AbortSignal): Grading {
  const { corpus, blobs } = stores;
  const runs = { noteEvidence: async () => undefined };
  const parts = { corpus, blobs, runs, reasoner: createOfflineReasoner(), embedder: null };
  const [assess, extractQuotes] = [createAssessClarity(parts), createExtractQuotes(parts)];
  const validateRelevance = createValidateRelevance(parts);
  const byRule = { engine: 'configured', today, metering: UNLIMITED, approvedTasks: [] } as const;

  return {
    async anchorQuestion(question) {
      const answer = question.clarification;
      const text = [question.question, answer ?? ''].join(' ').trim();
      const { hits } = await corpus.search({
        corpusId,
        query: text,
        language: question.language,
        topK: FIRST_RETRIEVAL,
      });
      const answered = { questionId: 'r1q1', question: '', answer: answer ?? null, outcome: 'answered' } as const;
      const conversation = answer === undefined ? [] : [answered];
      const mode = 'never' as const;
      const clarity = {
        ...byRule,
        question: question.question,
        conversation,
        hits,
        corpusId,
        mode,
        maxQuestions: 0,
        maxTasks: 1,
      };
      const { value } = await assess(clarity, signal);
      const anchor = freezeAnchor(question.question, value, conversation, `${today}T00:00:00.000Z`);
      const task = { taskId: 't1', text: text.slice(0, 1_000), rationale: '' };
      return { question, anchor, task, passages: await passagesWith(corpusId, stores, question) };
    },

    async extract({ anchor, task }, { passage, source }, findingId) {
      const hit = {
        provider: 'corpus',
        query: task.text,
        rank: 1,
        providerScore: 0,
        title: source.title,
        locator: source.locator,
        snippet: '',
        passage,
        publishedAt: null,
      };
      const place = {
        hitScore: null,
        belowThreshold: false,
        depth: 0,
        origin: 'search',
      } as const;
      const { minQuoteLength } = SETTINGS;
      const readings = [{ hit, findingId, ...place }];
      const reading = { minQuoteLength, readings, storeFor: null };
      const input = { ...byRule, anchor, tasks: [task], corpusId, ...reading };
      const { value } = await extractQuotes(input, signal);
      const [finding] = value.findings;
      if (!finding) return null;
      const grades = gradeFindings({ anchor, findings: [finding], approvedTasks: [] });
      return withGrades([finding], grades)[0] ?? null;
    },

    async validate({ anchor }, findings) {
      const input = { ...byRule, anchor, corpusId, findings, storeFor: null };
      const { scores } = await validateRelevance(input);
      const scoreOf = new Map(scores.map(({ id, score }) => [id, score]));
      return findings.map(({ findingId, relevance }) => scoreOf.get(findingId) ?? relevance);
    },
  };
}

/** Each passage once, also when it holds several phrases; other sections are read only if the named one has not got it. */
async function passagesWith(
  corpusId: string,
  { corpus }: IndexedFolder['stores'],
  { expect }: Question,
): Promise<StoredPassage[]> {
  const found = new Map<string, StoredPassage>();
  for (const { file, section, phrase } of expect) {
    const passages = await corpus.passagesOf(corpusId, file);
    const isNamed = ({ headingPath }: Passage) =>
      isAt({ locator: file, headingPath, passageText: null }, { file, section });
    const [named, others] = [passages.filter(isNamed), passages.filter((passage) => !isNamed(passage))];
    for (const candidates of [named, others]) {
      const stored: StoredPassage[] = [];
      for (const { passageId } of candidates) stored.push(await corpus.readPassage(corpusId, passageId));
      const holding = stored.filter(({ text }) => holdsPhrase(text, phrase));
      for (const one of holding) found.set(one.passage.passageId, one);
      if (holding.length > 0) break;
    }
  }
  return [...found.values()];
}

function placeOf({ passage, source, text }: StoredPassage): Place {
  return { locator: source.locator, headingPath: passage.headingPath, passageText: text };
}

/** Attractive but beside the point: a passage that shares a content word with the question and carries no answer to it. */
export function isTangent(stored: StoredPassage, question: Question): boolean {
  if (isExpectedPlace(placeOf(stored), question)) return false;
  const asked = [question.question, question.clarification ?? ''].join(' ');
  const wanted = new Set(contentTerms(asked, question.language).map(({ stem }) => stem));
  const words = contentTerms([...stored.passage.headingPath, stored.text].join('\n'), question.language);
  return words.some(({ stem }) => wanted.has(stem));
}
