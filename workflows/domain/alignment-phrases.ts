import type { AlignmentIssue, AlignmentReview } from '../contracts/evidence/alignment.ts';
import type { RegisteredSource } from '../contracts/evidence/source-registry.ts';

/** The words of the review in one language. */
export interface ReviewWords {
  readonly missing: (claim: string, source: string) => string;
  readonly wrong: (claim: string, ref: string) => string;
  /** @param source says what the claim says */
  readonly saidBy: (claim: string, ref: string, source: string) => string;
  /** @param words of the source that is cited */
  readonly saysInstead: (claim: string, ref: string, words: string) => string;
  readonly unsupported: (claim: string) => string;
  readonly outcome: Readonly<Record<AlignmentReview['outcome'], string>>;
}

const ENGLISH: ReviewWords = {
  missing: (claim, source) => `“${claim}” cites nothing; ${source} says it.`,
  wrong: (claim, ref) => `“${claim}” cites ${ref}, which does not say so.`,
  saidBy: (claim, ref, source) => `“${claim}” cites ${ref}, which does not say so; ${source} does.`,
  saysInstead: (claim, ref, words) => `“${claim}” cites ${ref}, which does not say so; it says: ${words}`,
  unsupported: (claim) => `No source says: “${claim}”`,
  outcome: {
    passed: 'review before showing (rules): passed',
    warned: 'review before showing (rules): see the warnings',
    'not-reviewed': 'review before showing: not reviewed',
  },
};

const GERMAN: ReviewWords = {
  missing: (claim, source) => `„${claim}“ nennt keine Quelle; ${source} sagt es.`,
  wrong: (claim, ref) => `„${claim}“ nennt ${ref}; dort steht es nicht.`,
  saidBy: (claim, ref, source) => `„${claim}“ nennt ${ref}; dort steht es nicht, sondern in ${source}.`,
  saysInstead: (claim, ref, words) => `„${claim}“ nennt ${ref}; dort steht es nicht, sondern: ${words}`,
  unsupported: (claim) => `Keine Quelle sagt: „${claim}“`,
  outcome: {
    passed: 'Durchsicht vor der Ausgabe (Regeln): bestanden',
    warned: 'Durchsicht vor der Ausgabe (Regeln): siehe die Hinweise',
    'not-reviewed': 'Durchsicht vor der Ausgabe: nicht erfolgt',
  },
};

/** One sentence for each issue. */
export function describeIssues(
  issues: readonly AlignmentIssue[],
  sources: readonly RegisteredSource[],
  language: string,
  words = reviewWordsIn(language),
): string[] {
  const known = new Map(sources.map((source) => [source.key, source]));
  return issues.map((issue) => {
    const { kind, claim } = issue;
    if (kind === 'unsupported') return words.unsupported(claim);
    if (kind === 'missing_citation') return words.missing(claim, nameOf(issue.suggestedSource, known));
    const [ref, { actual }] = [nameOf(issue.ref, known), issue];
    if (actual === null) return words.wrong(claim, ref);
    return known.has(actual) ? words.saidBy(claim, ref, nameOf(actual, known)) : words.saysInstead(claim, ref, actual);
  });
}

/** How it ended; part of a sentence. */
export function describeReview(
  { outcome, failure }: AlignmentReview,
  language: string,
  words = reviewWordsIn(language),
): string {
  const line = words.outcome[outcome];
  return failure === null ? line : `${line} (${failure})`;
}

function nameOf(key: string, known: ReadonlyMap<string, RegisteredSource>): string {
  const source = known.get(key);
  if (source === undefined) return key;
  return source.number === null ? `${source.label} (${source.detail})` : `[${source.number}]`;
}

export function reviewWordsIn(language: string): ReviewWords {
  return language === 'de' ? GERMAN : ENGLISH;
}
