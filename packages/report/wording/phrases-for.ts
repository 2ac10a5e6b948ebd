import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import { languageName } from '@plumbline/contracts/common/language-name';
import { FIXED_WORDS, type FixedWords } from '@plumbline/contracts/report/fixed-words';
import { ENGLISH, pageOf, type ReportPhrases } from './english-phrases.ts';
import { GERMAN } from './german-phrases.ts';

/** English and German words come with the project. In other languages it has those that a model gave with its report. */
export function phrasesFor(language: string, given: FixedWords = {}): ReportPhrases {
  if (language === 'de') return GERMAN;
  if (isRuledLanguage(language) || language === 'und') return ENGLISH;
  const count = Object.keys(given).length;
  const isComplete = count === Object.keys(FIXED_WORDS).length;
  const borrowed = `Fixed words that the model did not give in ${languageName(language, 'en')} are in English.`;
  const phrases = count === 0 ? ENGLISH : phrasesOf(given, language);
  return { ...phrases, borrowed: isComplete ? null : borrowed };
}

function phrasesOf(given: FixedWords, language: string): ReportPhrases {
  const { limitations, sources, assumed, unused, ...own } = { ...FIXED_WORDS, ...given };
  return {
    ...ENGLISH,
    language,
    limitations,
    sources,
    assumed,
    unused,
    quotation: (name) => `${own.quotation} (${name})`,
    lines: (range) => `${/[-–]/.test(range) ? own.lines : own.line} ${range}`,
    page: (page, label, recognised) =>
      pageOf(`${own.page} ${page}${label === null ? '' : ` (${label})`}`, 'OCR', recognised),
    citedPage: (page, recognised) => pageOf(`${own.page} ${page}`, 'OCR', recognised),
    published: (day) => `${own.published} ${day}`,
    retrieved: (day) => `${own.retrieved} ${day}`,
    untrusted: `⚠ ${own.untrusted}`,
    gap: (gap) => (gap.kind === 'nothing-found' ? `${own.nothingFound}: ${gap.subject}` : ENGLISH.gap(gap)),
  };
}
