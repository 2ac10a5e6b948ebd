import { isRuledLanguage } from '@plumbline/contracts/common/language-codes';
import { type FixedWords, fixedWordsSchema } from '@plumbline/contracts/report/fixed-words';

/** The heading that the prompt asks for. */
const HEADING = /^#{1,6} *WORDS$/iu;

/** A written report without the list of fixed words at its end, and the usable ones of them. */
export function withoutWords(
  markdown: string,
  language: string,
): { readonly text: string; readonly fixedWords: FixedWords | null } {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => HEADING.test(line.trim()));
  if (start === -1) return { text: markdown, fixedWords: null };
  const length = lines.slice(start + 1).findIndex((line) => line.startsWith('#'));
  const list = lines.splice(start, length === -1 ? lines.length : length + 1);
  const given = isRuledLanguage(language) ? {} : Object.fromEntries(list.flatMap(readEntry));
  return { text: lines.join('\n'), fixedWords: Object.keys(given).length === 0 ? null : given };
}

function readEntry(line: string): [string, string][] {
  const [name = '', ...said] = line
    .trim()
    .replace(/^[-*] */u, '')
    .split('=');
  const [key, words] = [name.trim(), said.join('=').trim()];
  return fixedWordsSchema.safeParse({ [key]: words }).success ? [[key, words]] : [];
}
