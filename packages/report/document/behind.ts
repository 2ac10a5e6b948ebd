import { allClaims } from '@plumbline/contracts/report/report-claims';
import { accountOf } from './account.ts';
import { type Composing, listOf, part } from './answer-part.ts';
import { type DocumentBlock, type DocumentPart, givenWords, type ReportContent, words } from './report-document.ts';

/** What a reader of the report need not know and can ask for: what was refused, what is unsure, and how it came about. */
export function composeBehind(content: ReportContent, composing: Composing): DocumentPart[] {
  const { phrases } = composing;
  return [
    ...part('refused', phrases.refusedStatements, composeRefused(content, composing)),
    ...part('doubted', phrases.doubtedStatements, composeDoubted(content)),
    ...part('about', phrases.about, listOf(accountOf(content, phrases).map((text) => [words(text)]))),
  ];
}

/** What verification did not accept as a model had written it, why, and what became of it. */
function composeRefused({ quality }: ReportContent, { phrases }: Composing): DocumentBlock[] {
  return listOf(
    (quality.refused ?? []).map(({ text, reason, replacement }) => [
      givenWords(text),
      words(' — '),
      { ...givenWords(reason), style: 'italic' },
      words(` — ${replacement === undefined ? phrases.leftOut : phrases.mended(replacement.trim())}`),
    ]),
  );
}

/** A report of the rules marks these in its text. */
function composeDoubted({ draft, engine }: ReportContent): DocumentBlock[] {
  if (engine === 'offline') return [];
  const doubted = allClaims(draft).filter(({ isUnverified }) => isUnverified === true);
  return listOf(doubted.map(({ text }) => [givenWords(text)]));
}
