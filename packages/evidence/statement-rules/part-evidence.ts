import { addressIn } from '@plumbline/contracts/evidence/citation-key';
import { type Finding, MIN_UNIT_LENGTH, type Quote } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { placeOf, type Source } from '@plumbline/contracts/evidence/source';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { detectLanguage } from '@plumbline/language/detection';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { withoutUnsaid } from '@plumbline/text/unsaid-words';
import { type ClaimVerifier, createClaimVerifier } from '../claims/claim-verdict.ts';
import { statingText } from '../claims/word-coverage.ts';

/** A passage that a part of a draft may rest on. */
export interface PartPassage {
  readonly finding: Finding;
  /** Without what its source strikes out or hides, which leaves blanks. */
  readonly text: string;
  /** Offset of the text in its stored text. */
  readonly start: number;
  /** Title and headings, and the date of the document. */
  readonly place: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

/** Cited words with the passage that they are from. */
export interface CitedWords {
  readonly quote: Quote;
  readonly passage: PartPassage;
}

/** All that a part of a draft is compared with. */
export interface PartEvidence {
  readonly anchor: QueryAnchor;
  readonly texts: StoredTexts;
  /** The question and the person's answers, what was assumed in their place, and the day on which it was asked. */
  readonly question: string;
  readonly passages: readonly PartPassage[];
  /** How many documents could be read. */
  readonly documents: number;
  /** The words of a citation key: of a quote, or of an address within a passage. */
  readonly wordsOf: (key: string) => CitedWords | null;
  /** The words of the unit around a quote, as a report shows them. */
  readonly read: ClaimVerifier['read'];
  /** What the passages state that address no program, and where they are. */
  readonly words: string;
  readonly places: string;
}

export async function readPartEvidence(
  anchor: QueryAnchor,
  findings: readonly Finding[],
  texts: StoredTexts,
  sources: readonly Pick<Source, 'sourceId' | 'publishedAt'>[],
): Promise<PartEvidence> {
  const dates = new Map(sources.map(({ sourceId, publishedAt }) => [sourceId, publishedAt?.slice(0, 10) ?? '']));
  const passages = await Promise.all(
    findings.map((finding) => readPassage(finding, texts, dates.get(finding.sourceId) ?? '')),
  );
  const cited = passages.flatMap((passage) =>
    passage.finding.quotes.map((quote) => [quote.key, { quote: said(quote, passage), passage }] as const),
  );
  const quoted = new Map(cited);
  const byFinding = new Map(passages.map((passage) => [passage.finding.findingId, passage]));
  const trusted = passages.filter(({ finding }) => !isUntrusted(finding));
  return {
    anchor,
    texts,
    question: [
      anchor.originalQuestion,
      ...anchor.refinements,
      ...anchor.assumptions,
      anchor.createdAt.slice(0, 10),
    ].join('\n'),
    passages,
    documents: sources.length,
    read: createClaimVerifier({ findings, texts }).read,
    wordsOf: (key) => quoted.get(key) ?? addressedWords(key, byFinding),
    words: trusted.map(({ text }) => statingText(text)).join('\n'),
    places: placesOf(trusted),
  };
}

/** Titles, headings and the words of addresses: all of them may name what a passage is about. */
export function placesOf(passages: readonly PartPassage[]): string {
  const places = passages.map(({ place, finding }) => `${place}\n${finding.locator.replaceAll(/[/_.-]+/g, ' ')}`);
  return [...new Set(places)].join('\n');
}

async function readPassage(finding: Finding, texts: StoredTexts, date: string): Promise<PartPassage> {
  const { passageSpan, quotes } = finding;
  const { text: stored } = await texts.read(passageSpan.textHash);
  const kept = stored === null ? null : withoutUnsaid(stored).slice(passageSpan.start, passageSpan.end);
  const text = kept ?? quotes.map((quote) => quote.text).join('\n');
  const place = [placeOf(finding), date].filter((part) => part !== '').join('\n');
  return { finding, text, start: passageSpan.start, place, language: detectLanguage(text) };
}

/** A quote without what its source strikes out or hides. */
function said(quote: Quote, { text, start, finding }: PartPassage): Quote {
  const words = text.slice(quote.start - start, quote.end - start);
  const isOfPassage = quote.textHash === finding.passageSpan.textHash && words.length === quote.text.length;
  return isOfPassage ? { ...quote, text: words } : quote;
}

function addressedWords(key: string, passages: ReadonlyMap<string, PartPassage>): CitedWords | null {
  const address = addressIn(key);
  const passage = address === null ? undefined : passages.get(address.findingId);
  if (address === null || passage === undefined) return null;
  const { sourceId, page, passageSpan } = passage.finding;
  const { start, end } = address;
  if (start < passageSpan.start || end > passageSpan.end || end - start < MIN_UNIT_LENGTH) return null;
  const text = passage.text.slice(start - passage.start, end - passage.start);
  return { quote: { key, text, sourceId, textHash: passageSpan.textHash, page, start, end, reason: '' }, passage };
}
