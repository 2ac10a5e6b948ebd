import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import { splitSentences } from '@plumbline/language/sentences';
import { eld } from 'eld/medium';

/** Shorter sentences are too little to tell languages apart. */
const MIN_LENGTH = 40;
const MIN_WORDS = 5;

const BLOCK_QUOTE = /^\s*>.*$/gmu;
/** A source with title and path; its quotation is a block quote. */
const SOURCE_ENTRY = /^\[[\d–]+\] .* — .*$/gmu;
const CODE = /`[^`\n]*`/gu;
const QUOTED = /„[^“”\n]*[“”]|“[^”\n]*”|«[^»\n]*»|"[^"\n]*"/gu;
const CITATION = /\\?\[[^\]\n]*\\?\]/gu;
const MARKS = /^\s*(?:#+|[-*+])\s+|[*_\\]/gmu;

export interface LanguageCount {
  readonly sentences: number;
  readonly foreign: readonly string[];
}

/**
 * Sentences of `report.md` that can be told apart, and those among them that are in another language. What is not the
 * report's own prose does not count: quotations, titles, paths, and claims labelled as another language's words.
 */
export function countLanguages(markdown: string, record: ResearchRecord): LanguageCount {
  const { language } = record.anchor;
  const sentences = sentencesOf(ownProse(markdown, record), language);
  return { sentences: sentences.length, foreign: sentences.filter((sentence) => isForeign(sentence, language)) };
}

function ownProse(markdown: string, record: ResearchRecord): string {
  const quotedOnly = new Set(labelledTexts(record));
  const lines = markdown
    .replaceAll(BLOCK_QUOTE, '')
    .replaceAll(SOURCE_ENTRY, '')
    .split('\n')
    .map((line) => line.replaceAll(CITATION, '').replaceAll(MARKS, ''))
    .filter((line) => ![...quotedOnly].some((text) => line.includes(text)));
  const prose = lines.join('\n\n').replaceAll(CODE, '').replaceAll(QUOTED, '');
  return titlesOf(record).reduce((text, title) => text.replaceAll(title, ''), prose);
}

/** Texts of claims that are another language's words, as {@link MARKS} leaves them, line by line. */
function labelledTexts({ report }: ResearchRecord): string[] {
  return citedClaims(report)
    .filter(({ quotedLanguage }) => quotedLanguage !== undefined)
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replaceAll(CITATION, '').replaceAll(MARKS, '').trim())
    .filter((line) => line !== '');
}

/** Longest first, so that no title is cut by a shorter one inside it. */
function titlesOf({ sources, findings }: ResearchRecord): string[] {
  const titles = [...sources.map(({ title }) => title), ...findings.flatMap(({ headingPath }) => headingPath)];
  return [...new Set(titles)].filter((title) => /\s/.test(title)).sort((a, b) => b.length - a.length);
}

function sentencesOf(prose: string, language: string): string[] {
  return splitSentences(prose, language)
    .map(({ start, end }) => prose.slice(start, end).replaceAll(/\s+/gu, ' ').trim())
    .filter((sentence) => sentence.length >= MIN_LENGTH && (sentence.match(/\p{L}{2,}/gu) ?? []).length >= MIN_WORDS);
}

function isForeign(sentence: string, language: string): boolean {
  const verdict = eld.detect(sentence);
  return verdict.isReliable() && verdict.language !== language;
}
