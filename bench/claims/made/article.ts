import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { detectLanguage } from '../../../activities/language/text/language.ts';
import { readableText } from '../../../activities/language/text/readable-text.ts';
import { splitSentences } from '../../../activities/language/text/sentences.ts';
import { namesOf } from './changed-words.ts';
import type { MadePage } from './similar-pages.ts';

const LONGEST_PAGE = 12_000;
export const SHORTEST_SENTENCE = 50;
const LONGEST_SENTENCE = 320;

/** A page of a document, as a whole or cut between sections. */
export interface Article extends MadePage {
  readonly language: string;
  /** Also of its translation, if there is one. */
  readonly names: readonly string[];
  /** The same document in another language. */
  readonly translation: string | null;
}

/** @param siblings folders beside this one, which may hold the same document in another language */
export async function readArticle(folder: string, file: string, siblings: readonly string[]): Promise<Article[]> {
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

export interface ArticleSentence {
  readonly article: Article;
  readonly text: string;
}

/** Whole sentences of a page that can stand alone. */
export function sentencesOf(article: Article): ArticleSentence[] {
  return splitSentences(article.text, article.language)
    .filter(({ kind }) => kind === 'prose')
    .map(({ start, end }) => ({ article, text: readableText(article.text.slice(start, end)) }))
    .filter(({ text }) => text.length >= SHORTEST_SENTENCE && text.length <= LONGEST_SENTENCE)
    .filter(({ text }) => /^\p{Lu}.*\.$/u.test(text));
}
