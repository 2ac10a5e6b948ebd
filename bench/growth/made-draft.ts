import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence/evidence.ts';
import type { ReportDraft } from '../../workflows/contracts/report/report.ts';
import { createRandom } from '../load/random.ts';

const CLAIMS_OF_A_SECTION = 6;

/** A draft as a model writes it from the findings: most claims hold, some have another figure, source or no source at all. */
export function makeDraft(findings: readonly Finding[], claimCount: number, seed = 7): ReportDraft {
  const random = createRandom(seed);
  const quotes = findings.flatMap((finding) => finding.quotes);
  const claims = Array.from({ length: claimCount }, (_, index) => makeClaim(quotes, index, random));
  const [summary, overview, keyFindings, rest] = [[0, 3], [3, 6], [6, 10], [10]].map((range) => claims.slice(...range));
  const sections = Array.from({ length: Math.ceil((rest?.length ?? 0) / CLAIMS_OF_A_SECTION) }, (_, index) => ({
    heading: `Part ${index + 1}`,
    claims: rest?.slice(index * CLAIMS_OF_A_SECTION, (index + 1) * CLAIMS_OF_A_SECTION) ?? [],
  }));
  return {
    summary: summary ?? [],
    overview: overview ?? [],
    keyFindings: keyFindings ?? [],
    sections,
    conflicts: [],
    limitations: [],
    queryCoverage: 80,
    remainingGaps: [],
    missingSubject: null,
  };
}

/** The same draft as the rules would write it. */
export function makeRuledDraft(findings: readonly Finding[], claimCount: number): ReportDraft {
  const quotes = findings.flatMap((finding) => finding.quotes).slice(0, claimCount);
  const claims = quotes.map(({ key, text }): Claim => ({ text, citations: [key] }));
  return { ...makeDraft(findings, 0), summary: claims.slice(0, 2), keyFindings: claims.slice(2) };
}

function makeClaim(quotes: readonly Quote[], index: number, random: () => number): Claim {
  const quote = quotes[index % quotes.length];
  const other = quotes[Math.floor(random() * quotes.length)];
  if (quote === undefined || other === undefined) return { text: '', citations: [] };
  const kind = random();
  const text = reworded(quote.text, random);
  if (kind < 0.08) return { text: withOtherFigure(text), citations: [quote.key] };
  if (kind < 0.16) return { text, citations: [other.key] };
  if (kind < 0.2) return { text, citations: [] };
  if (kind < 0.3) return { text: quote.text, citations: [quote.key] };
  return { text, citations: [quote.key] };
}

/** Without one or two of its words, as a paraphrase leaves some out. */
function reworded(sentence: string, random: () => number): string {
  const words = sentence.split(' ');
  const dropped = 1 + Math.floor(random() * (words.length - 2));
  return words.filter((word, index) => index !== dropped || /\d/.test(word)).join(' ');
}

function withOtherFigure(text: string): string {
  return text.replace(/\d+/, (figure) => String(Number(figure) * 3 + 1));
}
