import type { Claim } from '../../../workflows/contracts/claim.ts';
import type { Citation, ResearchRecord } from '../../../workflows/contracts/report.ts';
import { languageName } from '../../../workflows/domain/language-name.ts';
import { createUntrustedTest } from '../../../workflows/domain/untrusted-findings.ts';
import { type CitationRendering, kindOf, struckRemark, UNVERIFIED_MARK } from '../../report/citation-rendering.ts';
import type { ReportPhrases } from '../../report/report-phrases.ts';
import type { Block, Inline } from './exported-report.ts';
import { plainLine } from './plain-text.ts';
import type { Placeholders } from './printed-blocks.ts';

const LIST_OF_CITATIONS = 'plumbline:citations';
const CLAIM = 'plumbline:claim-';

/**
 * Stands in for the rendering of claims: the Markdown gets placeholders, which foreign text cannot imitate because its
 * brackets are escaped, and `blocksOf` gives the claims themselves. The numbers are those of the published report.
 */
export function createClaimPlaceholders(
  { report: { citations }, findings, registry }: ResearchRecord,
  phrases: ReportPhrases,
): CitationRendering & Placeholders {
  const blocks: (readonly Block[])[] = [];
  const byKey = new Map(citations.map((citation) => [citation.quote.key, citation]));
  const cite = (keys: readonly string[]): Citation[] => [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []);
  const facts = { cite, phrases, isUntrusted: createUntrustedTest(findings) };
  const place = (made: readonly Block[]): string => `[claim](${CLAIM}${blocks.push(made) - 1})`;
  return {
    claim: (claim) => place(claimBlocks(claim, facts)),
    cell: (claim) => place([{ kind: 'paragraph', inlines: cellInlines(claim, facts) }]),
    passage: (claim) => place([{ kind: 'paragraph', inlines: passageInlines(claim, facts) }]),
    origin: (claim) => {
      const [citation] = cite(claim.citations);
      return citation === undefined ? '' : place([{ kind: 'paragraph', inlines: [plain(placeOf(citation, phrases))] }]);
    },
    cite,
    citations: () => [...citations],
    registered: () => [...registry],
    sources: () => (citations.length === 0 ? [] : [`[citations](${LIST_OF_CITATIONS})`]),
    blocksOf: (address) => {
      if (address === LIST_OF_CITATIONS) return [{ kind: 'citations' }];
      return address.startsWith(CLAIM) ? (blocks[Number(address.slice(CLAIM.length))] ?? null) : null;
    },
  };
}

interface ClaimFacts {
  readonly cite: CitationRendering['cite'];
  readonly phrases: ReportPhrases;
  readonly isUntrusted: (claim: Claim) => boolean;
}

/** Words in another language follow their label as a quotation. */
function claimBlocks(claim: Claim, facts: ClaimFacts): Block[] {
  const { phrases } = facts;
  const words = wordsOf(claim.text);
  if (claim.quotedLanguage === undefined) {
    return [{ kind: 'paragraph', inlines: [...warningOf(claim, facts), ...words, ...marksOf(claim, facts)] }];
  }
  const label = plain(phrases.quotation(languageName(claim.quotedLanguage, phrases.language)));
  return [
    { kind: 'paragraph', inlines: [...warningOf(claim, facts), label, ...marksOf(claim, facts), plain(':')] },
    { kind: 'quotation', inlines: words },
  ];
}

/** In a table words of any language stand in the line. */
function cellInlines(claim: Claim, facts: ClaimFacts): Inline[] {
  return [...(facts.isUntrusted(claim) ? [plain('⚠ ')] : []), ...wordsOf(claim.text), ...marksOf(claim, facts)];
}

function passageInlines(claim: Claim, facts: ClaimFacts): Inline[] {
  const { cite, phrases } = facts;
  const [citation] = cite(claim.citations);
  const place = citation === undefined ? '' : placeOf(citation, phrases);
  const language = claim.quotedLanguage;
  return [
    ...warningOf(claim, facts),
    ...(place === '' ? [] : [{ ...plain(`${place}:`), style: 'italic' as const }, plain(' ')]),
    ...(language === undefined ? [] : [plain(`${phrases.quotation(languageName(language, phrases.language))}: `)]),
    ...wordsOf(claim.text),
    ...marksOf(claim, facts),
  ];
}

function placeOf({ title, page, headingPath }: Citation, phrases: ReportPhrases): string {
  const heading = headingPath.at(-1) ?? '';
  return [title, heading === title ? '' : heading, page === null ? '' : phrases.citedPage(page)]
    .filter((part) => part !== '')
    .join(' · ');
}

function warningOf(claim: Claim, { isUntrusted, phrases }: ClaimFacts): Inline[] {
  return isUntrusted(claim) ? [plain(`${phrases.untrusted}: `)] : [];
}

function marksOf(claim: Claim, { cite, phrases }: ClaimFacts): Inline[] {
  const kind = kindOf(claim, phrases);
  const struck = struckRemark(claim, cite, phrases);
  const marks = cite(claim.citations).map(({ number }): Inline => ({ kind: 'citation', number }));
  return [
    ...(marks.length > 0 ? [plain(' '), ...marks] : []),
    ...(kind === null ? [] : [plain(` (${kind})`)]),
    ...(claim.isUnverified === true ? [plain(` ${UNVERIFIED_MARK}`)] : []),
    ...(struck === '' ? [] : [plain(` ${struck}`)]),
  ];
}

/** A run of backticks opens code only where a run of the same length closes it (CommonMark 6.1). */
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

function wordsOf(text: string): Inline[] {
  const line = plainLine(text);
  const inlines: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(CODE)) {
    const code = match[2] ?? '';
    inlines.push(plain(line.slice(end, match.index)), {
      ...plain(code.trim() === '' ? code : code.trim()),
      style: 'code',
    });
    end = match.index + match[0].length;
  }
  return [...inlines, plain(line.slice(end))].filter((inline) => inline.kind !== 'text' || inline.text !== '');
}

function plain(words: string): { readonly kind: 'text'; readonly text: string } {
  // Kept as given at its ends: inlines follow each other without anything between them.
  return { kind: 'text', text: /^\s*$/.test(words) ? words : ends(words) };
}

function ends(words: string): string {
  return `${/^\s/.test(words) ? ' ' : ''}${plainLine(words)}${/\s$/.test(words) ? ' ' : ''}`;
}
