import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { detectLanguage } from '@plumbline/language/detection';
import { splitSentences } from '@plumbline/language/sentences';
import { readableText } from '@plumbline/text/readable-text';
import { readQuestionFolder } from '../../answers/question-file.ts';
import { createRandom } from '../../load/random.ts';
import type { ClaimRow } from '../claim-row.ts';
import { changedFigures, type ChangedSentence } from './changed-figures.ts';
import { changedWords, namesOf } from './changed-words.ts';
import { rewordingsOf, statementOf } from './rewordings.ts';
import { createSimilarPages, type MadePage } from './similar-pages.ts';

const LONGEST_PAGE = 12_000;
const SHORTEST_SENTENCE = 50;
const LONGEST_SENTENCE = 320;

const SEED = 20_261_123;
const SENTENCES_OF_A_DOCUMENT = 14;

interface MadeSentence extends ArticleSentence {
  /** Of the same document, not next to it. */
  readonly further: string;
  /** The page of another document that is most like it. */
  readonly other: Article | undefined;
  readonly changes: readonly ChangedSentence[];
}

/** Sentences of the documents as they are, reworded, changed, and cited for another document; questions with answers. */
export async function articleClaims(
  folder: string,
  files: readonly string[],
  { siblings, used }: { readonly siblings: readonly string[]; readonly used: Set<string> },
): Promise<ClaimRow[]> {
  const articles = (await Promise.all(files.map((file) => readArticle(folder, file, siblings)))).flat();
  const fresh = articles.filter(({ text }) => !used.has(text));
  for (const { text } of fresh) used.add(text);
  const rows = madeSentences(fresh).flatMap((sentence, index) => [
    ...ownRows(sentence),
    // Fewer of these, so that they do not outweigh the plain ones.
    ...(index % 3 === 0 ? joinedRows(sentence) : []),
    ...(index % 2 === 0 ? translatedRows(sentence) : []),
  ]);
  const set = basename(folder);
  return [...rows, ...(await answeredQuestions(folder, articles))].map((row) => ({ ...row, set }));
}

function madeSentences(articles: readonly Article[]): MadeSentence[] {
  const random = createRandom(SEED);
  const findSimilar = createSimilarPages(articles, articles[0]?.language ?? 'en');
  const documents = Map.groupBy(articles, ({ document }) => document);
  return [...documents].flatMap(([document, pages]) => {
    const sentences = pages.flatMap(sentencesOf);
    return spread(sentences, SENTENCES_OF_A_DOCUMENT).map(({ article, text }): MadeSentence => {
      const { language, text: page, names } = article;
      const setting = { language, page, names, random };
      const own = sentences.filter((sentence) => sentence.article === article);
      const other = findSimilar(text, (one) => one.document !== document).find((one) => !holds(one.text, text));
      const further = own[(own.findIndex((one) => one.text === text) + 4) % own.length]?.text ?? text;
      const changes = [...changedFigures(text, setting), ...changedWords(text, setting)];
      return { article, text, further, other, changes };
    });
  });
}

function ownRows({ article: { text: pageText, document }, text, other, changes }: MadeSentence): ClaimRow[] {
  const forms = [{ form: 'verbatim', text }, ...rewordingsOf(text)];
  return [
    ...forms.map(({ form, text: claim }): ClaimRow => ({ claim, pageText, document, verdict: 'supported', form })),
    ...changes.map(({ change, text: claim }): ClaimRow => ({
      claim,
      pageText,
      document,
      verdict: 'unsupported',
      change,
    })),
    ...(other === undefined
      ? []
      : [{ claim: text, pageText: other.text, document, verdict: 'unsupported' as const, change: 'source' }]),
  ];
}

/** Two sentences as one claim, of which the second may be another document's. */
function joinedRows({ article: { text: pageText, document }, text, further, other }: MadeSentence): ClaimRow[] {
  const foreign = other === undefined ? undefined : sentencesOf(other)[0]?.text;
  return [
    { claim: `${text} ${further}`, pageText, document, verdict: 'supported', form: 'two sentences' },
    ...(foreign === undefined || holds(pageText, foreign)
      ? []
      : [
          {
            claim: `${text} ${foreign}`,
            pageText,
            document,
            verdict: 'unsupported' as const,
            change: 'half the source',
          },
        ]),
  ];
}

/** The sentence cited for a page in another language. */
function translatedRows({ article, text, other, changes }: MadeSentence): ClaimRow[] {
  const { translation, document } = article;
  if (translation === null) return [];
  const row = { claim: text, pageText: translation, document };
  const figures = changes.filter(({ change }) => ['number', 'date', 'unit'].includes(change));
  return [
    { ...row, verdict: 'supported', form: 'translated' },
    ...figures.map(({ change, text: claim }): ClaimRow => {
      return { ...row, claim, verdict: 'unsupported', change: `${change}, translated` };
    }),
    ...(other?.translation === undefined || other.translation === null
      ? []
      : [{ ...row, pageText: other.translation, verdict: 'unsupported' as const, change: 'source, translated' }]),
  ];
}

/** Statements from questions and their answers, and the same with the answer to another question of the document. */
async function answeredQuestions(folder: string, articles: readonly Article[]): Promise<ClaimRow[]> {
  const { questions } = await readQuestionFolder(folder);
  const answered = questions.flatMap(({ question, expect: [passage], mustContain: [answer] }) => {
    const article = articles.find(({ document }) => document === passage?.file);
    return article === undefined || answer === undefined || answer.includes('|') ? [] : [{ question, answer, article }];
  });
  return answered.flatMap(({ question, answer, article }): ClaimRow[] => {
    const claim = statementOf(question, answer);
    if (claim === null) return [];
    const own = { pageText: article.text, document: article.document };
    const other = answered.find((one) => one.article === article && !answer.includes(one.answer));
    const wrong = other === undefined ? null : statementOf(question, other.answer);
    return [
      { ...own, claim, verdict: 'supported', form: 'answered question' },
      ...(wrong === null ? [] : [{ ...own, claim: wrong, verdict: 'unsupported' as const, change: 'answer' }]),
    ];
  });
}

/** Whether a page says the same word for word, as laws do. */
function holds(page: string, sentence: string): boolean {
  return page.replaceAll(/\s+/g, ' ').includes(readableText(sentence).slice(0, SHORTEST_SENTENCE));
}

/** At most so many, evenly spaced. */
function spread<Value>(values: readonly Value[], most: number): Value[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, index) => values[Math.floor((index * values.length) / most)]).flatMap(
    (value) => value ?? [],
  );
}

/** A page of a document, as a whole or cut between sections. */
interface Article extends MadePage {
  readonly language: string;
  /** Also of its translation, if there is one. */
  readonly names: readonly string[];
  /** The same document in another language. */
  readonly translation: string | null;
}

/** @param siblings folders beside this one, which may hold the same document in another language */
async function readArticle(folder: string, file: string, siblings: readonly string[]): Promise<Article[]> {
  const text = await readFile(join(folder, 'corpus', file), 'utf8');
  const others = siblings.map((sibling) =>
    readFile(join(dirname(folder), sibling, 'corpus', file), 'utf8').catch(() => null),
  );
  const translation = (await Promise.all(others)).find((other) => other !== null && other !== text) ?? null;
  const language = detectLanguage(text);
  const isNamed = translation !== null || language === 'en';
  return pagesOf(text).map((page) => {
    return { document: file, text: page, language, names: isNamed ? namesOf(page, translation) : [], translation };
  });
}

/** Cuts a long document between its sections. */
function pagesOf(text: string): string[] {
  const pages: string[] = [];
  for (const section of text.split(/^(?=#{1,3} )/m)) {
    const last = pages.at(-1);
    if (last === undefined || last.length + section.length > LONGEST_PAGE) pages.push(section);
    else pages[pages.length - 1] = last + section;
  }
  return pages;
}

interface ArticleSentence {
  readonly article: Article;
  readonly text: string;
}

/** Whole sentences of a page that can stand alone. */
function sentencesOf(article: Article): ArticleSentence[] {
  return splitSentences(article.text, article.language)
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => ({ article, text: readableText(article.text.slice(start, end)) }))
    .filter(({ text }) => text.length >= SHORTEST_SENTENCE && text.length <= LONGEST_SENTENCE)
    .filter(({ text }) => /^\p{Lu}.*\.$/u.test(text));
}
