import { bestMatches, coverage, createTermMatcher, matchedWords } from '@plumbline/language/term-matching';
import { contentTerms } from '@plumbline/language/terms';
import { forEachPair } from '@plumbline/text/pauses';
import { remembered, rememberedForBoth } from '@plumbline/text/text-memo';
import { countedBy, type InformationNeed } from '../passages/passage-reading.ts';
import { formFit } from '../passages/stated-values.ts';
import type { ReadableFinding } from './evidence-reading.ts';

/** How well a finding fits the anchor: below 0.5 it drifts. */
export interface AnchorFit {
  readonly score: number;
  readonly reason: string;
}

/**
 * Weights of a logistic regression (findings of expected passages against findings taken from other questions that
 * share a word with the question): what the passage and the quotes cover, what its section is about, the form of the
 * answer.
 */
const WEIGHTS = { whole: 3.6, near: 2.2, heading: 1.6, focus: 2.7, form: 2.9, title: 3.1 };
const BIAS = -6;
/** A finding below this share of the best one drifts, even if it shares words with the question. */
const SHARE_OF_BEST = 0.5;
/** Findings of one document support each other; a single one from another document is more likely a tangent. */
const PEER_WEIGHT = 2;
const PEERS_ENOUGH = 3;
/** Calibrated so that the threshold of drift is 0.5. */
const BORDER = -1.1;
/** A word of the heading counts as asked for if a term matches it at least this well. */
const ASKED = 0.3;

/**
 * Judges all findings of a run against the anchor, independently of how they were extracted: by their whole passage,
 * their section and their document, and by comparison with each other. Returns fits in the given order.
 */
export function fitsToAnchor(needs: readonly InformationNeed[], findings: readonly ReadableFinding[]): AnchorFit[] {
  const readings = findings.map((finding) => bestReading(needs, finding));
  const peersOf = createPeerCount(findings);
  const best = Math.max(...readings.map(({ evidence }) => evidence));
  return readings.map(({ evidence, words }, index) => {
    const peers = peersOf(findings[index]);
    const support = PEER_WEIGHT * Math.min(1, peers / PEERS_ENOUGH);
    const score = logistic(evidence - SHARE_OF_BEST * best + support - BORDER);
    return { score: Math.round(score * 100) / 100, reason: words.join(', ') };
  });
}

/** What an approved task asks for. */
export interface ApprovedNeeds {
  readonly taskId: string;
  readonly needs: readonly InformationNeed[];
}

/**
 * Judges all findings of a run against what was asked: each against the anchor, and a finding of an approved task also
 * against that task, as if it were the question. The better fit counts. Returns fits in the given order.
 */
export function fitsToMeaning(
  anchorNeeds: readonly InformationNeed[],
  approved: readonly ApprovedNeeds[],
  findings: readonly ReadableFinding[],
): AnchorFit[] {
  const ownFits = new Map(
    approved.flatMap(({ taskId, needs }) => {
      const found = findings.filter((finding) => finding.taskId === taskId);
      const fits = fitsToAnchor(needs, found);
      return found.flatMap((finding, index) => (fits[index] === undefined ? [] : [[finding, fits[index]] as const]));
    }),
  );
  return fitsToAnchor(anchorNeeds, findings).map((fit, index) => {
    const finding = findings[index];
    const own = finding === undefined ? undefined : ownFits.get(finding);
    return own !== undefined && own.score > fit.score ? own : fit;
  });
}

/** Counts the findings of a document that support one of it. Two tasks may read the same passage, which does not count. */
function createPeerCount(findings: readonly ReadableFinding[]): (finding: ReadableFinding | undefined) => number {
  const documents = Map.groupBy(findings, ({ title }) => title);
  const passages = remembered((ofDocument: readonly ReadableFinding[]) =>
    Map.groupBy(ofDocument, ({ surroundings }) => surroundings),
  );
  return (finding) => {
    const ofDocument = documents.get(finding?.title ?? '') ?? [];
    const ofPassage = passages(ofDocument).get(finding?.surroundings ?? '') ?? [];
    return ofDocument.length - ofPassage.length;
  };
}

/** Reads the findings for all needs before they are compared; between findings heartbeats go out. */
export function readFitsAhead(needs: readonly InformationNeed[], findings: readonly ReadableFinding[]): Promise<void> {
  return forEachPair(findings, needs, (finding, need) => void read(need, finding));
}

/** The best reading counts, because a finding may serve only one part of the question. */
function bestReading(needs: readonly InformationNeed[], finding: ReadableFinding) {
  const [best] = needs.map((need) => read(need, finding)).sort((a, b) => b.evidence - a.evidence);
  return best ?? { evidence: BIAS, words: [] };
}

const read = rememberedForBoth((need: InformationNeed, finding: ReadableFinding) => {
  const { terms, answerForm } = need;
  const { title, headingPath, information, quotes, surroundings, language } = finding;
  const match = createTermMatcher(terms, language);
  const section = headingPath.at(-1) ?? '';
  const heading = match(section);
  const near = match([...quotes.map(({ text }) => text), information].join('\n'));
  const named = bestMatches(match(title), match(headingPath.slice(0, -1).join('\n')), 1);
  const whole = bestMatches(bestMatches(match(surroundings), heading, 1), named, 1);
  const words = contentTerms(section, language).filter(({ surface }) => /^\p{L}{3,}/u.test(surface));
  const asked = words.filter(({ surface }) => match(surface).some((share) => share >= ASKED));
  const counted = countedBy(need);
  const evidence =
    BIAS +
    WEIGHTS.whole * coverage(terms, whole) +
    WEIGHTS.near * coverage(terms, near) +
    WEIGHTS.heading * coverage(terms, heading) +
    WEIGHTS.focus * (words.length === 0 ? 0 : asked.length / words.length) +
    WEIGHTS.form * Math.max(0, ...quotes.map(({ text }) => formFit(answerForm, text, counted))) +
    WEIGHTS.title * coverage(terms, match(title));
  return { evidence, words: matchedWords(terms, whole) };
});

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
