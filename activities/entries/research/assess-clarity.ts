import type { AssessClarityInput } from '@plumbline/contracts/activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import type { ClarityAssessment } from '@plumbline/contracts/research/clarification';
import { clarifiedQuery, freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { verifyQuotedWords } from '@plumbline/evidence/claims';
import { detectLanguage } from '@plumbline/language/detection';
import { areAmong, figuresIn } from '@plumbline/language/figures';
import { weighTerms } from '@plumbline/language/term-matching';
import { withDegradation } from '@plumbline/model/calls';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { namedReferencesIn } from '@plumbline/quotes/references';
import { snippetsOf } from '@plumbline/search/hit-text';
import { withoutLinks, withoutLinksIn } from '../../conversations/proposed-follow-ups.ts';
import { assessClarityStep, usableClarity } from '../../steps/assess-clarity.ts';
import { completePlan } from '../../steps/plan-research.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { shelfOf } from './shelf.ts';

const MAX_ENTITIES = 12;

/**
 * No person reviews an assumption, so it may not add an address or quotation that a document could have planted; nor a figure
 * ("version 7 is meant"), where a document addresses a program.
 */
function saysNothingPlanted(assumption: string, asked: readonly string[], isGuarded: boolean): boolean {
  if (verifyQuotedWords(assumption, asked).text === null) return false;
  return !isGuarded || areAmong(figuresIn(assumption), figuresIn(asked.join('\n')));
}

/** Judges the question against the first retrieval. The language and the named references are read by code. */
export function createAssessClarity({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: AssessClarityInput, signal: AbortSignal): Promise<Reasoned<ClarityAssessment>> => {
    const { question, conversation, hits, corpusId, mode, maxTasks, today, engine, metering } = input;
    const maxQuestions = mode === 'never' ? 0 : input.maxQuestions;
    const detected = detectLanguage(question);
    const language = detected === 'und' ? 'en' : detected;
    const [terms = []] = await weighTerms(corpus, corpusId, [question], language);
    const answers = conversation.flatMap(({ answer }) => answer ?? []);
    const found = await snippetsOf(corpus, corpusId, hits, clarifiedQuery(question, conversation));
    const passages = found.map(({ hit: { providerScore }, shown }) => ({ ...shown, providerScore }));
    const shelf = await shelfOf(corpus, corpusId, question, language);
    const stepInput = { today, shelf, question, language, conversation, mode, maxQuestions, maxTasks, terms, passages };

    const { value: said, cost } = await reasoner.run(assessClarityStep, stepInput, { engine, metering, signal });
    const value = cost.engine === 'model' ? usableClarity(said, stepInput) : said;
    const isGuarded = found.some(({ isUntrusted }) => isUntrusted);
    const asked = [question, ...answers];
    const plain = withoutLinksIn(value, asked.join('\n'));
    const questions = plain.questions.slice(0, maxQuestions).map(({ text, reason }) => ({ text, reason }));
    const assessment = {
      language,
      keyEntities: [...new Set(value.keyEntities)].slice(0, MAX_ENTITIES),
      namedReferences: namedReferencesIn(asked.join('\n')),
      scope: plain.scope,
      knowledgeGaps: plain.knowledgeGaps,
      coverage: value.coverage,
      questions,
      assumptions: value.questions
        .map(({ text, assumption }) => assumption || offlinePhrasesFor(language).everyAnswer(text))
        .filter((assumption, index) => index < maxQuestions || saysNothingPlanted(assumption, asked, isGuarded))
        .map((assumption) => withoutLinks(assumption, asked.join('\n'))),
    };
    if (cost.engine === 'offline' || conversation.length > 0 || questions.length > 0 || value.tasks.length === 0) {
      return { value: assessment, cost };
    }
    // The plan needs nothing of an anchor that people or memory may still add.
    const anchor = freezeAnchor(question, assessment, [], today);
    const { plan, degradations } = completePlan(plain, { anchor, maxTasks });
    return { value: { ...assessment, plan }, cost: degradations.reduce(withDegradation, cost) };
  };
}
