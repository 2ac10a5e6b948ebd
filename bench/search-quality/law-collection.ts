import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isStopWord } from '@plumbline/language/detection';
import { comparable } from '../answers/comparable-text.ts';
import { type Question, readQuestionFolder } from '../answers/question-file.ts';
import { createRandom } from '../load/random.ts';
import { baselineStage } from './baseline-stage.ts';
import { wordTokens } from './baseline.ts';
import type { Collection } from './collection.ts';
import { type MeasuredIndex, type MeasuredPassage, openMeasuredIndex } from './measured-index.ts';
import { mean } from './metrics.ts';
import type { SearchQualityOptions } from './options.ts';

const WORD = /\p{L}{4,}/gu;
const SEED = 7;

export interface PassageRecall {
  readonly recall5: number;
  readonly recall10: number;
  readonly recall30: number;
}

export interface LawFigures extends PassageRecall {
  /** By the language of the question. */
  readonly byLanguage: Readonly<Record<string, PassageRecall>>;
}

/** A folder with `corpus/` and `questions.jsonl`: the passages that hold the expected phrases are to be found. */
export async function openLawCollection(
  options: SearchQualityOptions,
  workPath: string,
  signal: AbortSignal,
): Promise<Collection<LawFigures>> {
  const folder = await readQuestionFolder(options.folder);
  const questions = folder.questions.filter(({ unanswerable }) => !unanswerable);
  const enlarged = join(workPath, 'documents');
  if (options.copies > 0) await writeEnlargedCorpus(folder.corpusDirectory, enlarged, options.copies);
  const directory = options.copies > 0 ? enlarged : folder.corpusDirectory;
  const index = await openMeasuredIndex(join(workPath, 'home'), directory, options.embedding, signal);
  const languages = [...new Set(questions.map(({ language }) => language))].sort();
  return {
    description: `${index.report.files} documents, ${index.report.passages} passages, ${questions.length} answerable questions`,
    index,
    queries: questions.map((question) => ({ ...question, text: queryOf(question) })),
    baseline: baselineStage(await sectionsOf(index, directory), wordTokens),
    judge(rankings) {
      const judged = questions.map((question, position) => ({ question, ranking: rankings[position] ?? [] }));
      const byLanguage = languages.map((language) => {
        return [language, recallOf(judged.filter(({ question }) => question.language === language))] as const;
      });
      return { ...recallOf(judged), byLanguage: Object.fromEntries(byLanguage) };
    },
    cells: ({ byLanguage, ...all }) => ({
      'recall@5 / @10 / @30': showRecall(all),
      ...Object.fromEntries(Object.entries(byLanguage).map(([language, recall]) => [language, showRecall(recall)])),
    }),
  };
}

/** A careful assistant asks back first, and then searches for what the answer says. */
function queryOf({ question, ambiguous, clarification = '' }: Question): string {
  return ambiguous ? `${question} ${clarification}` : question;
}

interface JudgedQuestion {
  readonly question: Question;
  readonly ranking: readonly MeasuredPassage[];
}

function recallOf(judged: readonly JudgedQuestion[]): PassageRecall {
  const at = (depth: number): number => mean(judged.map((entry) => foundShare(entry, depth)));
  return { recall5: at(5), recall10: at(10), recall30: at(30) };
}

/** Share of the expected phrases that lie inside one of the first passages, in the right file. */
export function foundShare({ question: { expect }, ranking }: JudgedQuestion, depth: number): number {
  const passages = ranking.slice(0, depth).map(({ locator, text }) => ({ locator, text: comparable(text) }));
  const found = expect.filter(({ file, phrase }) =>
    passages.some(({ locator, text }) => locator === file && text.includes(comparable(phrase))),
  );
  return found.length / expect.length;
}

function showRecall({ recall5, recall10, recall30 }: PassageRecall): string {
  return [recall5, recall10, recall30].map((share) => share.toFixed(3)).join(' / ');
}

/** What plain BM25 ranks: a heading with the text up to the next heading. */
async function sectionsOf({ opened }: MeasuredIndex, directory: string): Promise<MeasuredPassage[]> {
  const files = opened.manifest.sources().map(async ({ locator }) => {
    const text = await readFile(join(directory, locator), 'utf8');
    const sections = text.split(/^(?=#{1,6} )/m).filter((section) => section.trim() !== '');
    return sections.map((section) => ({ locator, text: section }));
  });
  return (await Promise.all(files)).flat();
}

/**
 * Writes the documents of a folder and so many copies of each. In a copy every German content word is replaced by one
 * drawn from all content words of the folder: words, parts and lengths stay as frequent as they were, the meaning goes.
 */
async function writeEnlargedCorpus(from: string, to: string, copies: number): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const documents = await Promise.all(
    paths.sort().map(async (path) => ({ locator: path.slice(from.length + 1), text: await readFile(path, 'utf8') })),
  );
  const isContent = (word: string): boolean => !isStopWord(word.toLowerCase(), 'de');
  const pool = documents.flatMap(({ text }) => (text.match(WORD) ?? []).filter(isContent));
  const random = createRandom(SEED);
  const drawn = (): string => pool[Math.floor(random() * pool.length)] ?? '';
  for (let copy = 0; copy <= copies; copy++) {
    for (const { locator, text } of documents) {
      const path = join(to, copy === 0 ? locator : join(`copy-${copy}`, locator));
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, copy === 0 ? text : text.replace(WORD, (word) => (isContent(word) ? drawn() : word)));
    }
  }
}
