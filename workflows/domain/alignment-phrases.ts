import type { AlignmentIssue, AlignmentReview } from '../contracts/alignment.ts';
import type { RegisteredSource } from '../contracts/source-registry.ts';

/** The words of the review in one language. */
interface Words {
  readonly missing: (claim: string, source: string) => string;
  readonly wrong: (claim: string, ref: string) => string;
  /** Follows `wrong`. */
  readonly saidBy: (source: string) => string;
  readonly saysInstead: (words: string) => string;
  readonly unsupported: (claim: string) => string;
  readonly parts: Readonly<Record<AlignmentReview['ran'][number], string>>;
  readonly outcome: Readonly<Record<AlignmentReview['outcome'], (parts: string) => string>>;
}

const ENGLISH: Words = {
  missing: (claim, source) => `“${claim}” cites nothing; ${source} says it.`,
  wrong: (claim, ref) => `“${claim}” cites ${ref}, which does not say so`,
  saidBy: (source) => `; ${source} does.`,
  saysInstead: (words) => `; it says: ${words}`,
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

const GERMAN: Words = {
  missing: (claim, source) => `„${claim}“ nennt keine Quelle; ${source} sagt es.`,
  wrong: (claim, ref) => `„${claim}“ nennt ${ref}; dort steht es nicht`,
  saidBy: (source) => `, sondern in ${source}.`,
  saysInstead: (words) => `, sondern: ${words}`,
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
): string[] {
  const words = wordsOf(language);
  const known = new Map(sources.map((source) => [source.key, source]));
  return issues.map((issue) => {
    const { kind, claim } = issue;
    if (kind === 'unsupported') return words.unsupported(claim);
    if (kind === 'missing_citation') return words.missing(claim, nameOf(issue.suggestedSource, known));
    return `${words.wrong(claim, nameOf(issue.ref, known))}${insteadOf(issue.actual, known, words)}`;
  });
}

function insteadOf(actual: string | null, known: ReadonlyMap<string, RegisteredSource>, words: Words): string {
  if (actual === null) return '.';
  return known.has(actual) ? words.saidBy(nameOf(actual, known)) : words.saysInstead(actual);
}

/** What ran, and how it ended; part of a sentence. */
export function describeReview({ outcome, ran, failure }: AlignmentReview, language: string): string {
  const words = wordsOf(language);
  const line = words.outcome[outcome](ran.map((part) => words.parts[part]).join(' + '));
  return failure === null ? line : `${line} (${failure})`;
}

function nameOf(key: string, known: ReadonlyMap<string, RegisteredSource>): string {
  const source = known.get(key);
  if (source === undefined) return key;
  return source.number === null ? `${source.label} (${source.detail})` : `[${source.number}]`;
}

function wordsOf(language: string): Words {
  return language === 'de' ? GERMAN : ENGLISH;
}
