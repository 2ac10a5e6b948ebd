import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { type PartEvidence, readPartEvidence } from '@plumbline/evidence/statement-rules';
import { addressPassage, resolveAddresses } from '@plumbline/quotes/passages';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { freezeAnchor } from './free-anchor.ts';

/** A statement about a passage. */
export interface KnownStatement {
  /** What is wrong with it; null: it is true. */
  readonly fault: string | null;
  /** Without citations. */
  readonly claim: Claim;
  /** Numbers of the sentences that it cites: `1`, `2-4`; null: all. */
  readonly units: string | null;
}

/** A passage with statements about it. */
export interface StatementGroup {
  readonly title: string;
  readonly headings: readonly string[];
  readonly language: string;
  readonly question: string;
  readonly text: string;
  readonly statements: readonly KnownStatement[];
}

/** A statement with its citations, and what it is compared with. */
export interface CitingStatement extends KnownStatement {
  readonly claim: Claim;
}

/** @throws when a statement cites a sentence that the passage does not have */
export async function readGroup(
  { title, headings, language, question, text, statements }: StatementGroup,
  place: number,
): Promise<{ readonly evidence: PartEvidence; readonly statements: readonly CitingStatement[] }> {
  const textHash = String(place).padStart(64, '0');
  const finding = {
    findingId: `t1f${place + 1}`,
    sourceId: 's1',
    locator: 'page.md',
    title,
    headingPath: [...headings],
    page: null,
    quotes: [],
    untrusted: [],
    passageSpan: { textHash, start: 0, end: text.length },
  } satisfies Partial<Finding> as unknown as Finding;
  const texts: StoredTexts = { read: async () => ({ text, fault: null }) };
  const evidence = await readPartEvidence(freezeAnchor(question, language), [finding], texts, []);
  const passage = addressPassage('p1', finding, text, language);
  const all = passage.units.length === 1 ? '1' : `1-${passage.units.length}`;
  const keysOf = (units: string): string[] =>
    resolveAddresses(units.replaceAll(/\d+/g, 'p1.$&'), new Map([['p1', passage]])).keys;
  const cite = (statement: KnownStatement): CitingStatement => {
    const citations = keysOf(statement.units ?? all);
    const words = citations.flatMap((key) => evidence.wordsOf(key) ?? []);
    if (words.length === 0) throw new Error(`${title} has no such unit: ${statement.claim.text}`);
    return { ...statement, claim: { ...statement.claim, citations } };
  };
  return { evidence, statements: statements.map(cite) };
}
