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
  readonly parts: Readonly<Record<AlignmentReview['ran'][number], string>>;
  readonly outcome: Readonly<Record<AlignmentReview['outcome'], (parts: string) => string>>;
}

const ENGLISH: ReviewWords = {
  missing: (claim, source) => `“${claim}” cites nothing; ${source} says it.`,
  wrong: (claim, ref) => `“${claim}” cites ${ref}, which does not say so.`,
  saidBy: (claim, ref, source) => `“${claim}” cites ${ref}, which does not say so; ${source} does.`,
  saysInstead: (claim, ref, words) => `“${claim}” cites ${ref}, which does not say so; it says: ${words}`,
  unsupported: (claim) => `No source says: “${claim}”`,
  parts: { rules: 'rules', model: 'model' },
  outcome: {
    passed: (parts) => `review before showing (${parts}): passed`,
    corrected: (parts) => `review before showing (${parts}): corrected`,
    warned: (parts) => `review before showing (${parts}): see the warnings`,
    'not-reviewed': (parts) => `review before showing: not reviewed${parts === '' ? '' : `, except by ${parts}`}`,
    off: () => 'review before showing: switched off',
  },
};

const GERMAN: ReviewWords = {
  missing: (claim, source) => `„${claim}“ nennt keine Quelle; ${source} sagt es.`,
  wrong: (claim, ref) => `„${claim}“ nennt ${ref}; dort steht es nicht.`,
  saidBy: (claim, ref, source) => `„${claim}“ nennt ${ref}; dort steht es nicht, sondern in ${source}.`,
  saysInstead: (claim, ref, words) => `„${claim}“ nennt ${ref}; dort steht es nicht, sondern: ${words}`,
  unsupported: (claim) => `Keine Quelle sagt: „${claim}“`,
  parts: { rules: 'Regeln', model: 'Modell' },
  outcome: {
    passed: (parts) => `Durchsicht vor der Ausgabe (${parts}): bestanden`,
    corrected: (parts) => `Durchsicht vor der Ausgabe (${parts}): berichtigt`,
    warned: (parts) => `Durchsicht vor der Ausgabe (${parts}): siehe die Hinweise`,
    'not-reviewed': (parts) =>
      `Durchsicht vor der Ausgabe: nicht erfolgt${parts === '' ? '' : `, außer durch ${parts}`}`,
    off: () => 'Durchsicht vor der Ausgabe: abgeschaltet',
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

/** What ran, and how it ended; part of a sentence. */
export function describeReview(
  { outcome, ran, failure }: AlignmentReview,
  language: string,
  words = reviewWordsIn(language),
): string {
  const line = words.outcome[outcome](ran.map((part) => words.parts[part]).join(' + '));
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
