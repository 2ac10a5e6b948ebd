import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { needOfTask } from '../../activities/offline-engine/passages/information-needs.ts';
import { type RankedPassage, readHits } from '../../activities/offline-engine/passages/passage-relevance.ts';
import type { PassageHit } from '../../workflows/contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import { holdsPhrase, isAt } from '../answers/expected-place.ts';
import { type Question, readQuestionFolder } from '../answers/question-file.ts';
import { readBeirFolder, writeDocuments } from '../search-quality/beir-folder.ts';
import { type MeasuredIndex, openMeasuredIndex } from '../search-quality/measured-index.ts';
import type { JudgedQuery } from './judged-query.ts';
import type { RelevanceOptions } from './options.ts';

const DEPTH = 100;
/** Hits that one activity call scores. */
const SCORING_BATCH = 10;

/** What a query's hits are judged by: true, false, or null for what counts neither for nor against. */
interface Asked {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  judge(hit: PassageHit, text: string): boolean | null;
}

/** Searches and reads the hits of every judged query of a folder, as a run would. */
export async function readJudgedFolder(
  options: RelevanceOptions,
  workPath: string,
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<JudgedQuery[]> {
  const hasQuestions = await stat(join(options.folder, 'questions.jsonl')).then(
    () => true,
    () => false,
  );
  const { directory, asked } = hasQuestions ? await lawFolder(options.folder) : await beirFolder(options, workPath);
  const index = await openMeasuredIndex(join(workPath, 'home'), directory, null, signal);
  try {
    const sources = await index.corpus.sourcesOf(index.report.corpusId);
    const languages = new Map(sources.map(({ locator, language }) => [locator, language]));
    const judged: JudgedQuery[] = [];
    for (const [done, one] of asked.entries()) {
      signal.throwIfAborted();
      onProgress(done, asked.length);
      judged.push(await judgeQuery(index, languages, one));
    }
    return judged;
  } finally {
    index.close();
  }
}

async function lawFolder(folder: string): Promise<{ directory: string; asked: Asked[] }> {
  const { corpusDirectory, questions } = await readQuestionFolder(folder);
  const answerable = questions.filter(({ unanswerable }) => !unanswerable);
  return { directory: corpusDirectory, asked: answerable.map(toAsked) };
}

function toAsked({ id, question, clarification, language, expect, alsoGood }: Question): Asked {
  return {
    id,
    language,
    text: [question, clarification ?? ''].join(' ').trim(),
    judge({ locator, passage: { headingPath } }, passageText) {
      if (expect.some(({ file, phrase }) => file === locator && holdsPhrase(passageText, phrase))) return true;
      return alsoGood.some((wanted) => isAt({ locator, headingPath, passageText }, wanted)) ? null : false;
    },
  };
}

async function beirFolder(options: RelevanceOptions, workPath: string): Promise<{ directory: string; asked: Asked[] }> {
  const { documents, queries } = await readBeirFolder(options.folder, options);
  const directory = join(workPath, 'documents');
  const ids = new Map([...(await writeDocuments(directory, documents))].map(([id, locator]) => [locator, id]));
  const asked = queries.map(({ relevant, ...query }): Asked => {
    const seen = new Set<string>();
    return {
      ...query,
      // A document counts once, by its best passage.
      judge({ locator }) {
        if (seen.has(locator)) return null;
        seen.add(locator);
        return relevant.has(ids.get(locator) ?? '');
      },
    };
  });
  return { directory, asked };
}

async function judgeQuery(
  { corpus, report, passages }: MeasuredIndex,
  languages: ReadonlyMap<string, string>,
  asked: Asked,
): Promise<JudgedQuery> {
  const { id, text, language } = asked;
  const { corpusId } = report;
  const need = await needOfTask(corpus, corpusId, anchorOf(asked), text);
  const { hits } = await corpus.search({ corpusId, query: text, language, topK: DEPTH });
  const ranked = hits.map(({ title, locator, passage }, index): RankedPassage => {
    const stored = passages.get(passage.passageId)?.text ?? '';
    const spoken = languages.get(locator) ?? 'und';
    return { title, headingPath: passage.headingPath, text: stored, language: spoken, rank: index + 1 };
  });
  const batches = Array.from({ length: Math.ceil(ranked.length / SCORING_BATCH) }, (_, batch) =>
    ranked.slice(batch * SCORING_BATCH, (batch + 1) * SCORING_BATCH),
  );
  const read = batches.flatMap((batch) => readHits(need, batch));
  const judged = hits.flatMap((hit, index) => {
    const isRelevant = asked.judge(hit, ranked[index]?.text ?? '');
    const one = read[index];
    return isRelevant === null || one === undefined ? [] : [{ ...one, isRelevant }];
  });
  return { id, language, isAssertion: need.isAssertion === true, hits: judged };
}

/** The query as the whole question of a run. */
function anchorOf({ text, language }: Asked): QueryAnchor {
  return {
    originalQuestion: text,
    language,
    keyEntities: [],
    namedReferences: [],
    scope: '',
    refinements: [],
    assumptions: [],
    createdAt: '2000-01-01T00:00:00.000Z',
    anchorHash: '',
  };
}
