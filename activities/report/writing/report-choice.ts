import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { MissingSubject, ReportDraft } from '../../../workflows/contracts/report/report.ts';
import { bareWords } from '../../../workflows/domain/bare-words.ts';
import { citedClaims } from '../../../workflows/domain/report-claims.ts';
import { contentTerms, isAmongStems } from '../../language/text/terms.ts';
import type { SynthesizedReport } from '../../steps/synthesize-report.ts';
import type { DraftVerifier } from '../../verification/claims/claim-verification.ts';
import { keepAlone, keepSupported, verifyClaims } from '../../verification/claims/verify-draft.ts';

const NOTHING_VERIFIED = 'no claim of the report could be verified; the report of the offline rule stands';
const NO_ANSWER_VERIFIED = 'the answer could not be verified or is missing; that of the offline rule stands';
const OFF_SUBJECT = 'the answer does not speak of what was asked, and no cited passage does; it counts as none';

/** What a model and the rule wrote from the same evidence. */
export interface BothReports {
  readonly written: SynthesizedReport;
  readonly ruled: SynthesizedReport;
  readonly language: string;
  readonly verifier: DraftVerifier;
  /** Words of each quote, by key. */
  readonly quotes: ReadonlyMap<string, string>;
  /** The rules compare words, so they cannot verify what rests on another language. */
  readonly restsOnForeign: boolean;
  /** Written in another language than the report's, and to be written once more. */
  readonly isInWrongLanguage: boolean;
  readonly missingIn: (report: SynthesizedReport) => MissingSubject | null;
}

/** The report to publish; the cause where the rule's words replace a model's. */
export interface ChosenReport {
  readonly report: SynthesizedReport;
  readonly isByRule: boolean;
  readonly cause: string | null;
}

/**
 * Chooses what a model's report keeps beside the rule's. What it says stays where it is verified; the rule's answer
 * replaces an answer that is not, and its quotes are added to one that is. Where the rule finds no answer, a
 * model's is only one if it, or a passage that it cites, speaks of what was asked.
 */
export async function chooseReport(both: BothReports): Promise<ChosenReport> {
  const { written, ruled, verifier } = both;
  if (both.restsOnForeign) return { report: withRuledQuotes(both, citedIn(written)), isByRule: false, cause: null };
  if (both.isInWrongLanguage) {
    const report = ruled.summary.length > 0 ? withRuledAnswer(both, written.summary) : written;
    return { report, isByRule: false, cause: null };
  }
  const claims = await verifyClaims(toDraft(written), verifier);
  const kept = await keepSupported(toDraft(written), claims, verifier);
  const verified = citedClaims(kept.draft).filter(isVerified);
  if (verified.length === 0) return { report: ruled, isByRule: true, cause: NOTHING_VERIFIED };

  const answer = keepAlone(written.summary, claims);
  const isAnswered = answer.some(isVerified);
  if (ruled.summary.length === 0) {
    const isKept = written.summary.length === 0 || (isAnswered && speaksOfSubject(both, answer));
    return isKept
      ? { report: written, isByRule: false, cause: null }
      : { report: withoutAnswer(written), isByRule: false, cause: OFF_SUBJECT };
  }
  if (!isAnswered) return { report: withRuledAnswer(both, answer), isByRule: false, cause: NO_ANSWER_VERIFIED };
  return { report: withRuledQuotes(both, verified), isByRule: false, cause: null };
}

function isVerified({ isUnverified }: Claim): boolean {
  return isUnverified !== true;
}

function toDraft(report: SynthesizedReport): ReportDraft {
  return { ...report, queryCoverage: 0, missingSubject: null };
}

function citedIn(report: SynthesizedReport): Claim[] {
  return citedClaims(toDraft(report));
}

function speaksOfSubject({ written, language, missingIn }: BothReports, answer: readonly Claim[]): boolean {
  const missing = missingIn(written);
  if (missing === null) return true;
  const said = new Set(contentTerms(answer.map(({ text }) => text).join('\n'), language).map(({ stem }) => stem));
  const terms = contentTerms(missing.words.join(' '), language);
  return terms.length > 0 && terms.every(({ stem }) => isAmongStems(stem, said, language));
}

/** What a model took for an answer is the nearest that it found. */
function withoutAnswer(written: SynthesizedReport): SynthesizedReport {
  const { summary, overview, keyFindings } = written;
  return { ...written, summary: [], overview: [], keyFindings: [...summary, ...overview, ...keyFindings] };
}

function withRuledAnswer({ written, ruled }: BothReports, unverified: readonly Claim[]): SynthesizedReport {
  const { limitations, remainingGaps } = ruled;
  const answer = { summary: ruled.summary, overview: [...unverified, ...written.overview] };
  return { ...written, ...answer, limitations, remainingGaps };
}

/** Adds what the rule quotes as the answer, and the passages that it shows, unless a verified claim quotes the same. */
function withRuledQuotes({ written, ruled, quotes }: BothReports, verified: readonly Claim[]): SynthesizedReport {
  const wordsOf = ({ citations }: Claim) => citations.map((key) => bareWords(quotes.get(key) ?? ''));
  const quoted = verified.flatMap(wordsOf);
  const passages = citedIn(ruled).filter(({ isPassage }) => isPassage === true);
  const unsaid = [...new Set([...ruled.summary, ...passages])].filter((claim) =>
    wordsOf(claim).some((words) => !quoted.some((other) => other.includes(words))),
  );
  return { ...written, keyFindings: [...written.keyFindings, ...unsaid] };
}
